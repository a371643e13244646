import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { OrderStatus, StaffOrder, StaffTruck } from "@/domain/api/admin-types";
import { renderApp } from "@/test/render-app";
import { bodyOf, recordCalls, server } from "@/test/server";
import { anOrder, aStaffTruck, signInAs } from "@/test/staff/staff";

const NEXT: Record<string, OrderStatus[]> = {
  pending: ["confirmed", "cancelled"],
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

it("moves an order on, sends the status alone, and shows what came of it", async () => {
  let current = order("101", "pending");
  const sent: unknown[] = [];
  serve([]);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.use(
    http.get("*/api/orders", () => HttpResponse.json([current])),
    http.patch("*/api/orders/:id", async ({ request }) => {
      sent.push(await request.json());
      await held;
      current = order("101", "confirmed", { nextStatuses: ["preparing"], version: 2 });
      return HttpResponse.json(current);
    }),
  );
  signInAs("admin");
  const { user } = renderApp("/admin/orders");
  await user.click(await screen.findByRole("button", { name: "Mark as Confirmed" }));
  expect(screen.getByRole("button", { name: "Updating..." })).toBeDisabled();
  expect(screen.getByRole("button", { name: "Mark as Cancelled" })).toBeDisabled();
  release();
  expect(await screen.findByRole("button", { name: "Mark as Preparing" })).toBeEnabled();
  expect(sent).toEqual([{ status: "confirmed" }]);
});

it("keeps the keyboard's place on the ticket that was moved on, and says so", async () => {
  let current = order("101", "pending");
  serve([]);
  server.use(
    http.get("*/api/orders", () => HttpResponse.json([current])),
    http.patch("*/api/orders/:id", () => {
      current = order("101", "confirmed", { nextStatuses: ["preparing"], version: 2 });
      return HttpResponse.json(current);
    }),
  );
  signInAs("admin");
  const { user } = renderApp("/admin/orders");
  (await screen.findByRole("button", { name: "Mark as Confirmed" })).focus();
  await user.keyboard("{Enter}");
  expect(await screen.findByText("Order #101: Confirmed")).toHaveRole("status");
  await waitFor(() =>
    expect(screen.getByRole("article", { name: "Order #101" }).closest("li")).toHaveFocus(),
  );
});

it("shows the colleague's status instead of an error when the race is lost", async () => {
  const theirs = order("101", "ready", { version: 2 });
  let current = order("101", "pending");
  serve([]);
  server.use(
    http.get("*/api/orders", () => HttpResponse.json([current])),
    http.patch("*/api/orders/:id", () => {
      current = theirs;
      return HttpResponse.json({ error: "Too late.", order: theirs }, { status: 409 });
    }),
  );
  signInAs("admin");
  const { user } = renderApp("/admin/orders");
  await user.click(await screen.findByRole("button", { name: "Mark as Confirmed" }));
  expect(await screen.findByText("Order #101 is already ready for pickup.")).toBeInTheDocument();
  expect(await screen.findByRole("button", { name: "Mark as Completed" })).toBeVisible();
});

it("says when a change failed, and the order stays as it is", async () => {
  serve([order("101", "pending")]);
  const refusal = { error: "Something went wrong.", code: "internal" };
  server.use(http.patch("*/api/orders/:id", () => HttpResponse.json(refusal, { status: 500 })));
  signInAs("admin");
  const { user } = renderApp("/admin/orders");
  await user.click(await screen.findByRole("button", { name: "Mark as Confirmed" }));
  expect(await screen.findByText("Failed to update order status")).toBeInTheDocument();
  const card = within(screen.getByRole("article", { name: "Order #101" }));
  expect(card.getByText("Pending")).toBeVisible();
  expect(card.getByRole("button", { name: "Mark as Confirmed" })).toBeEnabled();
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
    /#101 Bo Reed.*Put \$21\.75 back on the card, on your card reader\./,
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
