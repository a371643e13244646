import "@/test/fake-device";
import { HttpResponse } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { recordCalls } from "@/test/server";
import { aStaffTruck } from "@/test/staff/staff";
import { anUnsentSale, emptyDevice, keepAsNewer } from "@/test/staff/unsent-sales";
import { openDevice } from "./device-storage";
import { countByTruck, keepOrder, sendAll, showOrdersOf } from "./outbox";
import { useUnsentStore } from "./unsent-orders";

beforeEach(async () => {
  await emptyDevice();
  await showOrdersOf(() => true);
});

it("keeps nothing that can be read of an order but its truck", async () => {
  await keepOrder(anUnsentSale(1), "A");
  const rows = await (await openDevice()).getAll("orders");
  const text = rows.map((row) =>
    Object.values(row)
      .map((value) => (value instanceof ArrayBuffer ? new TextDecoder().decode(value) : value))
      .join(),
  );
  expect(text.join()).toContain("Spicy Burritos");
  expect(text.join()).not.toMatch(/Grace|Cola|A-1/);
  expect(await countByTruck()).toEqual(new Map([["Spicy Burritos", 1]]));
});

it.each([
  ["of a newer product", () => keepAsNewer(), true],
  ["of which the key is gone", async () => (await openDevice()).clear("keys"), false],
])("shows that there is a record %s, and leaves it as it is", async (_, lock, isNewer) => {
  const sent = recordCalls(
    "post",
    "*/api/orders",
    (request) => request.json(),
    () => HttpResponse.error(),
  );
  await keepOrder(anUnsentSale(1, { takenAt: 1_800_000_000_000 }), "A");
  await lock();
  await showOrdersOf((truckId) => truckId !== aStaffTruck()._id);
  expect(useUnsentStore.getState().unreadable).toEqual([]);
  await showOrdersOf(() => true);
  await sendAll({ maySend: () => true, onSent: vi.fn() });
  expect(useUnsentStore.getState().orders).toEqual([]);
  expect(useUnsentStore.getState().unreadable).toEqual([
    {
      draftId: anUnsentSale(1).draftId,
      truckId: aStaffTruck()._id,
      takenAt: 1_800_000_000_000,
      isNewer,
    },
  ]);
  expect(sent).toEqual([]);
  expect(await (await openDevice()).count("orders")).toBe(1);
});
