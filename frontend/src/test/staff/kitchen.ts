import { fireEvent } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { OrderStatus, StaffOrder } from "@/domain/api/staff-types";
import { serveStream } from "@/test/live-stream";
import { server } from "@/test/server";
import { anOrder, aStaffTruck, signInAs } from "./staff";

const NEXT: Record<string, OrderStatus[]> = {
  pending: ["confirmed", "cancelled"],
  confirmed: ["preparing", "cancelled"],
  preparing: ["ready", "cancelled"],
  ready: ["completed"],
};

export function aKitchenOrder(
  number: string,
  status: OrderStatus,
  more: Partial<StaffOrder> = {},
): StaffOrder {
  const _id = number.repeat(8);
  return anOrder({ _id, orderNumber: number, status, nextStatuses: NEXT[status] ?? [], ...more });
}

interface Change {
  status: OrderStatus;
  through?: OrderStatus[];
}

/** A kitchen whose server does as it is asked; `sent` is what it was asked for. */
export function serveKitchen(orders: StaffOrder[]) {
  const sent: string[] = [];
  const known = new Map(orders.map((one) => [one._id, one]));
  const stream = serveStream(server, "*/api/orders/stream");
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json([aStaffTruck()])),
    http.get("*/api/menu-items/truck/:id", () => HttpResponse.json([])),
    http.get("*/api/orders", ({ request }) => {
      const status = new URL(request.url).searchParams.get("status");
      const shown = [...known.values()].filter((one) => one.status === status);
      return HttpResponse.json({ orders: shown, total: shown.length, nextCursor: null });
    }),
    http.patch("*/api/orders/:id", async ({ request, params }) => {
      const { status, through = [] } = (await request.json()) as Change;
      const before = known.get(String(params.id));
      if (!before) return HttpResponse.json({ error: "Gone." }, { status: 404 });
      sent.push([before.orderNumber, ...through, status].join(" "));
      const after = aKitchenOrder(before.orderNumber, status, { version: before.version + 1 });
      known.set(after._id, after);
      return HttpResponse.json(after);
    }),
  );
  signInAs("admin");
  return { sent, known, ...stream };
}

export function hidePage(): void {
  Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
  fireEvent(document, new Event("visibilitychange"));
}

/** To be called after each test that hides the page. */
export function showPage(): void {
  Object.defineProperty(document, "visibilityState", { value: "visible", configurable: true });
}
