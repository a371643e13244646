import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { OrderStatus, StaffOrder, StaffTruck } from "@/domain/api/staff-types";
import { openOrdersQuery } from "@/domain/orders/staff-order-queries";
import { UNDO_MS } from "@/staff/orders/steps/status-change-queue";
import { renderApp } from "@/test/render-app";
import { bodyOf, recordCalls, server } from "@/test/server";
import { anOrder, aStaffTruck, signInAs } from "@/test/staff/staff";

const NEXT: Record<string, OrderStatus[]> = {
  pending: ["confirmed", "cancelled"],
  confirmed: ["preparing", "cancelled"],
  ready: ["completed"],
};
const counts = { pending: 1, confirmed: 0, preparing: 0, ready: 1, completed: 7, cancelled: 0 };

function serve(orders: StaffOrder[], calls: string[] = [], deleted: StaffTruck[] = []) {
  server.use(
    http.get("*/api/trucks", ({ request }) => {
      const isOfDeleted = new URL(request.url).searchParams.has("deleted");
      return HttpResponse.json(isOfDeleted ? [aStaffTruck(), ...deleted] : [aStaffTruck()]);
    }),
    http.get("*/api/orders/counts", () => HttpResponse.json(counts)),
    http.get("*/api/menu-items/truck/:id", () => HttpResponse.json([])),
    http.get("*/api/orders", ({ request }) => {
      const { searchParams } = new URL(request.url);
      calls.push(searchParams.toString());
      const status = searchParams.get("status");
      const shown = orders.filter((order) => !status || order.status === status);
      return HttpResponse.json({ orders: shown, total: shown.length, nextCursor: null });
    }),
  );
}

function order(number: string, status: OrderStatus, more: Partial<StaffOrder> = {}) {
  return anOrder({
    _id: number.repeat(8),
    orderNumber: number,
    status,
    nextStatuses: NEXT[status] ?? [],
    ...more,
  });
}

beforeEach(() => {
  // The screen's own timers and nothing of the network's.
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout", "Date"] });
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function namesOf(buttons: HTMLElement[]): (string | null)[] {
  return buttons.map(({ textContent }) => textContent);
}

/** A board of one order whose server does as it is asked unless it has another answer; `sent` is what it was asked. */
async function openBoard(first: StaffOrder, answer: () => Response | null = () => null) {
  let current = first;
  const sent: unknown[] = [];
  serve([]);
  server.use(
    http.get("*/api/orders", () => HttpResponse.json([current])),
    http.patch("*/api/orders/:id", async ({ request }) => {
      const change = (await request.json()) as { status: OrderStatus };
      sent.push(change);
      const other = answer();
      if (other) return other;
      current = order("101", change.status, { version: current.version + 1 });
      return HttpResponse.json(current);
    }),
  );
  signInAs("admin");
  const { user } = renderApp("/admin/orders");
  await screen.findByRole("article", { name: "Order #101" });
  return { sent, user };
}

it("shows the open orders with what to cook and what may come next", async () => {
  const calls: string[] = [];
  serve([order("101", "pending"), order("102", "ready")], calls);
  signInAs("admin");
  renderApp("/admin/orders");
  const card = await screen.findByRole("article", { name: "Order #101" });
  expect(within(card).getByText("Pending")).toBeVisible();
  expect(within(card).getByRole("button", { name: "Mark as Confirmed" })).toBeEnabled();
  expect(within(card).getByRole("button", { name: "Mark as Cancelled" })).toBeEnabled();
  const ready = screen.getByRole("article", { name: "Order #102" });
  expect(within(ready).getByText("Ready for Pickup")).toBeVisible();
  expect(
    within(ready)
      .getAllByRole("button")
      .map((button) => button.textContent),
  ).toEqual(["Mark as Completed"]);
  expect(calls).toContain(
    `truckId=${aStaffTruck()._id}&status=pending&sortField=pickupTime&sortOrder=asc&limit=100`,
  );
  expect(screen.getByRole("button", { name: "Open 2" })).toHaveAttribute("aria-pressed", "true");
});

it("names the place of the stop that an order is picked up at", async () => {
  const place = { name: "Pier 5", address: "5 River St", timezone: "America/New_York" };
  serve([order("101", "pending", { stopId: "5".repeat(24), place })]);
  signInAs("admin");
  renderApp("/admin/orders");
  const card = await screen.findByRole("article", { name: "Order #101" });
  expect(within(card).getByText("Pier 5")).toBeVisible();
  expect(within(card).getByText(/^Pickup .+, \w+, \w+ \d+$/)).toBeVisible();
});

it("says in a word what is late, waits for a confirmation, or was changed by its customer", async () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const change = {
    kind: "slot_changed",
    by: "customer",
    from: at(20),
    to: at(40),
    at: at(-1),
  } as const;
  serve([
    order("101", "confirmed", { pickupTime: at(-5), estimatedPickupTime: at(-3) }),
    order("102", "pending", { createdAt: at(-6), pickupTime: at(60), estimatedPickupTime: null }),
    order("103", "confirmed", {
      estimatedPickupTime: at(40),
      changes: [{ ...change, minutes: null }],
    }),
    order("104", "ready", { pickupTime: at(-5), changes: [{ ...change, minutes: null }] }),
  ]);
  signInAs("admin");
  renderApp("/admin/orders");
  const card = (number: string) => screen.getByRole("article", { name: `Order #${number}` });
  await screen.findByRole("article", { name: "Order #101" });
  expect(within(card("101")).getByText("Late")).toBeVisible();
  expect(within(card("102")).getByText("Not confirmed")).toBeVisible();
  expect(within(card("103")).getByText(/^Changed by the customer/)).toBeVisible();
  for (const number of ["103", "104"]) {
    expect(card(number)).not.toHaveTextContent(/Late|Not confirmed/);
  }
  expect(card("104")).not.toHaveTextContent("Changed by the customer");
});

it("filters by status and says how many there are of each", async () => {
  serve([order("101", "pending"), order("102", "ready")]);
  signInAs("admin");
  const { user } = renderApp("/admin/orders");
  await screen.findByRole("article", { name: "Order #101" });
  await user.click(await screen.findByRole("button", { name: "Ready for Pickup 1" }));
  await screen.findByRole("article", { name: "Order #102" });
  expect(screen.queryByRole("article", { name: "Order #101" })).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Preparing 0" }));
  expect(await screen.findByText("No orders are being prepared")).toBeVisible();
});

it("moves an order on once it can no longer be undone, sends the status alone, and shows what came of it", async () => {
  const { sent, user } = await openBoard(order("101", "pending"));
  const card = within(screen.getByRole("article", { name: "Order #101" }));
  await user.click(card.getByRole("button", { name: "Mark as Confirmed" }));
  expect(card.getByRole("button", { name: "Updating..." })).toBeDisabled();
  expect(card.queryByRole("button", { name: "Mark as Cancelled" })).toBeNull();
  expect(card.getByText("Confirmed")).toBeVisible();
  expect(screen.getByText(/^Order #101: Confirmed\. You can undo/)).toHaveRole("status");
  expect(sent).toEqual([]);
  await pass(UNDO_MS);
  await waitFor(() => expect(sent).toEqual([{ status: "confirmed" }]));
  expect(await card.findByRole("button", { name: "Mark as Cancelled" })).toBeEnabled();
  expect(card.getByRole("button", { name: "Mark as Preparing" })).toBeEnabled();
  expect(card.queryByRole("button", { name: "Undo order #101" })).toBeNull();
  expect(screen.queryByText(/You can undo/)).toBeNull();
});

it("sends nothing of a step that is undone", async () => {
  const { sent, user } = await openBoard(order("101", "ready"));
  await user.click(screen.getByRole("button", { name: "Mark as Completed" }));
  expect(screen.getByText(/^Order #101: Completed\./)).toHaveRole("status");
  await user.click(screen.getByRole("button", { name: "Undo order #101" }));
  expect(screen.getByText("Undone. Order #101: Ready for Pickup.")).toHaveRole("status");
  await pass(UNDO_MS);
  expect(sent).toEqual([]);
  expect(screen.getByRole("button", { name: "Mark as Completed" })).toBeEnabled();
});

it("makes a confirmed order ready by one press, and hands it over by the next", async () => {
  const { sent, user } = await openBoard(order("101", "confirmed"));
  const card = within(screen.getByRole("article", { name: "Order #101" }));
  expect(namesOf(card.getAllByRole("button"))).toEqual([
    "Mark as Preparing",
    "Mark as Ready for Pickup",
    "Mark as Cancelled",
  ]);
  await user.click(card.getByRole("button", { name: "Mark as Ready for Pickup" }));
  // What was pressed stays at its place.
  expect(namesOf(card.getAllByRole("button"))).toEqual([
    "Undo order #101",
    "Updating...",
    "Mark as Completed",
  ]);
  await pass(UNDO_MS);
  await waitFor(() => expect(sent).toEqual([{ status: "ready", through: ["preparing"] }]));
  await user.click(await card.findByRole("button", { name: "Mark as Completed" }));
  await pass(UNDO_MS);
  await waitFor(() => expect(sent[1]).toEqual({ status: "completed" }));
});

it("keeps the keyboard's place on the ticket that was moved on", async () => {
  const { user } = await openBoard(order("101", "pending"));
  screen.getByRole("button", { name: "Mark as Confirmed" }).focus();
  await user.keyboard("{Enter}");
  const ticket = screen.getByRole("article", { name: "Order #101" }).closest("li");
  expect(ticket).toHaveFocus();
  await pass(UNDO_MS);
  await screen.findByRole("button", { name: "Mark as Cancelled" });
  expect(ticket).toHaveFocus();
});

it("shows the colleague's status instead of an error when the race is lost", async () => {
  const theirs = order("101", "ready", { version: 2 });
  const { user } = await openBoard(order("101", "pending"), () =>
    HttpResponse.json({ error: "Too late.", order: theirs }, { status: 409 }),
  );
  await user.click(screen.getByRole("button", { name: "Mark as Confirmed" }));
  await pass(UNDO_MS);
  expect(await screen.findByText("Order #101 is already ready for pickup.")).toBeInTheDocument();
  expect(await screen.findByRole("button", { name: "Mark as Completed" })).toBeVisible();
});

it("says when a change was refused, and the order stays as it is", async () => {
  const { user } = await openBoard(order("101", "pending"), () =>
    HttpResponse.json({ error: "No.", code: "forbidden" }, { status: 403 }),
  );
  await user.click(screen.getByRole("button", { name: "Mark as Confirmed" }));
  await pass(UNDO_MS);
  expect(await screen.findByText(/Failed to update order status/)).toBeInTheDocument();
  const card = within(screen.getByRole("article", { name: "Order #101" }));
  expect(card.getByText("Pending")).toBeVisible();
  expect(card.getByRole("button", { name: "Mark as Confirmed" })).toBeEnabled();
});

it("says when a change did not arrive, and sends it again", async () => {
  let isDown = true;
  const { sent, user } = await openBoard(order("101", "pending"), () =>
    isDown ? HttpResponse.json({ error: "Rebooting." }, { status: 500 }) : null,
  );
  await user.click(screen.getByRole("button", { name: "Mark as Confirmed" }));
  await pass(UNDO_MS);
  expect(await screen.findByText(/^Failed to update order status: #101\./)).toBeVisible();
  isDown = false;
  await user.click(screen.getByRole("button", { name: "Try now" }));
  expect(await screen.findByRole("button", { name: "Mark as Preparing" })).toBeEnabled();
  await waitFor(() => expect(screen.queryByText(/^Failed to update order status/)).toBeNull());
  expect(sent.at(-1)).toEqual({ status: "confirmed" });
});

it("shows a superadmin without any truck the way to the first one", async () => {
  server.use(http.get("*/api/trucks", () => HttpResponse.json([])));
  signInAs("superadmin");
  renderApp("/admin/orders");
  expect(await screen.findByRole("link", { name: "Add First Truck" })).toBeVisible();
});

it("tells an admin without a truck", async () => {
  server.use(http.get("*/api/trucks", () => HttpResponse.json([])));
  signInAs("truckless");
  renderApp("/admin/orders");
  expect(await screen.findByText("No Truck Assigned")).toBeVisible();
});

it("lets a superadmin choose the truck", async () => {
  const other = aStaffTruck({ _id: "d".repeat(24), name: "Frost Cone", slug: "frost-and-cone" });
  const calls: string[] = [];
  serve([], calls);
  server.use(http.get("*/api/trucks", () => HttpResponse.json([aStaffTruck(), other])));
  signInAs("superadmin");
  const { user } = renderApp("/admin/orders");
  await screen.findByRole("option", { name: "Frost Cone" });
  await user.selectOptions(screen.getByLabelText("Food truck"), "Frost Cone");
  expect(await screen.findByText("No open orders")).toBeVisible();
  expect(calls.at(-1)).toContain(`truckId=${other._id}`);
});

it("offers of a deleted truck its orders, and nothing that another truck would do", async () => {
  const gone = aStaffTruck({ _id: "d".repeat(24), name: "Taco Luna", archivedAt: "2026-06-01" });
  const calls: string[] = [];
  serve([order("101", "pending")], calls, [gone]);
  signInAs("superadmin");
  renderApp(`/admin/orders?truck=${gone._id}`);
  await screen.findByRole("article", { name: "Order #101" });
  expect(screen.getByLabelText("Food truck")).toHaveDisplayValue("Taco Luna (deleted)");
  expect(new Set(calls.map((call) => new URLSearchParams(call).get("truckId")))).toEqual(
    new Set([gone._id]),
  );
  expect(screen.queryByRole("link", { name: "New order" })).not.toBeInTheDocument();
  for (const name of ["Pause ordering", "Change of plan", /^Sold out/]) {
    expect(screen.queryByRole("button", { name })).not.toBeInTheDocument();
  }
});

it("lists what is to be paid out, until a press or a colleague says that it is", async () => {
  const refund: StaffOrder["refunds"][number] = {
    _id: "r".repeat(24),
    amount: 21.75,
    items: null,
    reason: "Order cancelled",
    by: "Ada",
    cause: "cancellation",
    method: "window",
    status: "due",
    failure: null,
    createdAt: "2026-06-02T15:00:00Z",
  };
  const windowPayment = { method: "card", at: refund.createdAt, by: "Ada" } as const;
  const due = (number: string) =>
    order(number, "cancelled", {
      refunds: [{ ...refund, _id: number.repeat(8) }],
      windowPayment,
      customerName: "Bo Reed",
    });
  serve([due("101"), due("102"), order("103", "pending")]);
  let next = 101;
  const paid = recordCalls("post", "*/api/orders/:id/pay-outs", bodyOf, () => {
    const refunds = [{ ...refund, status: "succeeded" }];
    return HttpResponse.json({ ...due(String(next++)), version: 9, refunds });
  });
  let isDown = true;
  server.use(
    http.get("*/api/orders", ({ request }) =>
      isDown && request.url.includes("payOut=due")
        ? HttpResponse.json({ error: "Rebooting." }, { status: 500 })
        : undefined,
    ),
  );
  signInAs("admin");
  const { user } = renderApp("/admin/orders");
  const failed = (await screen.findByText("The refunds to pay out did not load")).closest("div");
  expect(failed?.parentElement).toHaveAttribute("role", "alert");
  isDown = false;
  await user.click(screen.getByRole("button", { name: "Load refunds again" }));
  const list = await screen.findByRole("region", { name: "2 refunds to pay out, $43.50" });
  expect(within(list).getAllByRole("listitem")[0]).toHaveTextContent(
    /#101 Bo Reed.*Give \$21\.75 back on the other device\./,
  );
  await user.click(screen.getByRole("button", { name: "Mark $21.75 for order #101 as paid out" }));
  await screen.findByRole("region", { name: "1 refund to pay out, $21.75" });
  expect(screen.getByRole("heading", { name: "1 refund to pay out, $21.75" })).toHaveFocus();
  await user.click(screen.getByRole("button", { name: /for order #102 as paid out/ }));
  const done = await screen.findByRole("heading", { name: "All refunds are paid out" });
  expect(done).toHaveFocus();
  expect(paid).toEqual([{ refundId: "101".repeat(8) }, { refundId: "102".repeat(8) }]);
});

it("asks before an order is cancelled, with the money that goes back", async () => {
  const sent: unknown[] = [];
  serve([order("101", "pending", { customerName: "Ana Ruiz", refundable: 18.4 })]);
  server.use(
    http.patch("*/api/orders/:id", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(order("101", "cancelled", { version: 2 }));
    }),
  );
  signInAs("admin");
  const { user } = renderApp("/admin/orders");
  await user.click(await screen.findByRole("button", { name: "Mark as Cancelled" }));
  const question = await screen.findByRole("alertdialog", { name: "Cancel order #101?" });
  expect(question).toHaveAccessibleDescription(
    /Ana Ruiz.*\$18\.40 goes back to the card that paid/,
  );
  await user.click(within(question).getByRole("button", { name: "Keep order" }));
  expect(sent).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Mark as Cancelled" }));
  await user.click(await screen.findByRole("button", { name: "Cancel and refund $18.40" }));
  await waitFor(() => expect(sent).toEqual([{ status: "cancelled" }]));
});

it("says of no kept list that nothing is open while the counts say otherwise", async () => {
  signInAs("admin");
  serve([order("101", "pending")]);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.use(
    http.get("*/api/orders", async () => {
      await held;
    }),
  );
  renderApp("/admin/orders", (client) => {
    client.setQueryData(openOrdersQuery(aStaffTruck()._id).queryKey, []);
  });
  expect(await screen.findByRole("button", { name: /^Open\D*2/ })).toBeVisible();
  expect(screen.queryByText("No open orders")).not.toBeInTheDocument();
  release();
  expect(await screen.findByRole("article", { name: "Order #101" })).toBeVisible();
});
