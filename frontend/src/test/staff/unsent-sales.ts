import { openDevice } from "@/domain/offline/device-storage";
import { type UnsentOrder, useUnsentStore } from "@/domain/offline/unsent-orders";
import { aStaffTruck } from "./staff";

/** A sale of one Cola for cash, as a device without network keeps it; its drafts are told apart by a number. */
export function anUnsentSale(
  draft: number,
  more: Partial<UnsentOrder> = {},
): Omit<UnsentOrder, "number"> {
  const { _id, name, slug, timezone } = aStaffTruck();
  const line = { menuItemId: "b".repeat(24), name: "Cola", quantity: 1, unitPrice: 2, options: [] };
  return {
    draftId: `00000000-0000-4000-8000-${String(draft).padStart(12, "0")}`,
    truck: { _id, name, slug, timezone },
    takenAt: START + draft,
    aheadMs: 0,
    sale: {
      customerName: "Grace Hopper",
      customerPhone: null,
      specialInstructions: null,
      payment: "cash",
      lines: [{ ...line, specialInstructions: null }],
      subtotal: 2,
      taxes: [{ rate: 8.75, taxable: 2, tax: 0.18 }],
      pricesIncludeTax: false,
      tip: 0,
      total: 2.18,
      pricesVersion: "v1",
      stopId: null,
      slotAt: null,
    },
    lines: [],
    tip: { choice: "none", typed: "" },
    status: "confirmed",
    voidReason: null,
    ticketPrinted: false,
    refusal: null,
    arrived: null,
    heldUntil: 0,
    asSaleOfNow: null,
    ...more,
  };
}

const START = Date.now() - 60_000;

/** What is kept is of a version of the product that is to come. */
export async function keepAsNewer(): Promise<void> {
  const database = await openDevice();
  for (const row of await database.getAll("orders"))
    await database.put("orders", { ...row, format: 99 });
}

/** A device that has kept nothing yet. */
export async function emptyDevice(): Promise<void> {
  const database = await openDevice();
  for (const store of ["orders", "sent", "numbers", "known"] as const) await database.clear(store);
  useUnsentStore.setState({ orders: [], unreadable: [], lostSince: null, isPersistent: true });
}
