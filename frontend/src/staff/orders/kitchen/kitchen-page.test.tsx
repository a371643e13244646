import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, expect, it } from "vitest";
import type { StaffOrder } from "@/domain/api/staff-types";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import {
  hidePage,
  aKitchenOrder as order,
  serveKitchen as serve,
  showPage,
} from "@/test/staff/kitchen";
import { signInAs } from "@/test/staff/staff";

const ITEM_REFUND: StaffOrder["refunds"][number] = {
  _id: "r".repeat(24),
  amount: 8.7,
  items: [{ index: 0, quantity: 2 }],
  reason: "Ran out",
  by: "Rosa",
  method: "card",
  status: "pending",
  failure: null,
  cause: "staff",
  createdAt: "2026-11-20T03:00:00Z",
};

afterEach(showPage);

it("shows what to make by pickup time, with the customer's words, and what waits to be fetched", async () => {
  const soon = new Date(Date.now() + 4.5 * 60_000).toISOString();
  const later = new Date(Date.now() + 45 * 60_000).toISOString();
  serve([
    order("101", "confirmed", { estimatedPickupTime: later }),
    order("102", "pending", {
      estimatedPickupTime: soon,
      paymentStatus: "unpaid",
      specialInstructions: "No peanuts please",
      flags: ["possible_duplicate"],
    }),
    order("103", "ready"),
  ]);
  renderApp("/admin/kitchen");
  const toMake = await screen.findByRole("list", { name: "To make" });
  const tickets = within(toMake).getAllByRole("article");
  expect(tickets.map((ticket) => ticket.getAttribute("aria-label"))).toEqual([
    "Order #102, due in 5 min",
    expect.stringMatching(/^Order #101, /),
  ]);
  const [first] = tickets as [HTMLElement];
  expect(within(first).getByText("No peanuts please")).toBeVisible();
  expect(within(first).getByText("Not paid yet: collect $8.70")).toBeVisible();
  expect(within(first).getByText("Looks like a second order of the same cart")).toBeVisible();
  expect(within(first).queryByRole("button", { name: /cancel/i })).not.toBeInTheDocument();
  const shelf = screen.getByRole("region", { name: "Ready for pickup" });
  expect(within(shelf).getByRole("button", { name: "Handed over order #103" })).toBeEnabled();
  expect(screen.getByRole("region", { name: "All day" })).toHaveTextContent(
    "4Carnitas taco4× Verde",
  );
});

it("reads every page of each open status", async () => {
  const orders = Array.from({ length: 150 }, (_, index) => order(String(index + 100), "pending"));
  serve([]);
  server.use(
    http.get("*/api/orders", ({ request }) => {
      const { searchParams } = new URL(request.url);
      const from = Number(searchParams.get("cursor") ?? 0);
      const all = searchParams.get("status") === "pending" ? orders : [];
      const to = from + Number(searchParams.get("limit"));
      const nextCursor = to < all.length ? String(to) : null;
      return HttpResponse.json({ orders: all.slice(from, to), total: all.length, nextCursor });
    }),
  );
  renderApp("/admin/kitchen");
  const toMake = await screen.findByRole("list", { name: "To make" });
  expect(within(toMake).getAllByRole("article")).toHaveLength(150);
});

it("a tap that is taken back sends nothing; two taps are sent as one once the page is hidden", async () => {
  const { sent } = serve([order("101", "pending")]);
  const { user } = renderApp("/admin/kitchen");
  await user.click(await screen.findByRole("button", { name: "Confirm order #101" }));
  expect(screen.getByText("Confirmed")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Undo order #101" }));
  expect(screen.getByText("Pending")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Confirm order #101" }));
  await user.click(screen.getByRole("button", { name: "Start cooking order #101" }));
  expect(sent).toEqual([]);
  hidePage();
  await waitFor(() => expect(sent).toEqual(["101 confirmed preparing"]));
  expect(await screen.findByRole("button", { name: "Ready order #101" })).toBeEnabled();
  expect(screen.queryByRole("button", { name: /^Undo/ })).not.toBeInTheDocument();
});

it("says in a word what waits for a confirmation or was changed by its customer", async () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const change = {
    kind: "slot_changed",
    by: "customer",
    from: at(20),
    to: at(40),
    at: at(-1),
  } as const;
  const changes = [{ ...change, minutes: null }];
  serve([order("101", "pending", { createdAt: at(-6) }), order("102", "confirmed", { changes })]);
  renderApp("/admin/kitchen");
  const ticket = (await screen.findByText("Not confirmed")).closest("article");
  expect(ticket).toHaveAccessibleName(/^Order #101/);
  const changed = screen.getByText(/^Changed by the customer/).closest("article");
  expect(changed).toHaveAccessibleName(/^Order #102/);
});

it("makes a confirmed order ready by one press", async () => {
  const { sent } = serve([order("101", "confirmed")]);
  const { user } = renderApp("/admin/kitchen");
  await user.click(await screen.findByRole("button", { name: "Ready order #101" }));
  expect(screen.getByRole("button", { name: "Undo order #101" })).toBeVisible();
  hidePage();
  await waitFor(() => expect(sent).toEqual(["101 preparing ready"]));
});

it("sends what was tapped when another screen is opened", async () => {
  const { sent } = serve([order("101", "pending")]);
  const { user } = renderApp("/admin/kitchen");
  await user.click(await screen.findByRole("button", { name: "Confirm order #101" }));
  server.use(http.get("*/api/orders/counts", () => HttpResponse.json({})));
  await user.click(screen.getByRole("link", { name: "Orders" }));
  await waitFor(() => expect(sent).toEqual(["101 confirmed"]));
});

it("is worked by keys alone", async () => {
  const later = "2026-11-22T05:00:00Z";
  const { sent } = serve([
    order("101", "pending"),
    order("102", "preparing", { pickupTime: later, estimatedPickupTime: later }),
  ]);
  const { user } = renderApp("/admin/kitchen");
  await screen.findByRole("button", { name: "Confirm order #101" });
  await user.keyboard("2");
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Ready order #102" })).toHaveFocus(),
  );
  await user.keyboard("{ArrowLeft}");
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Confirm order #101" })).toHaveFocus(),
  );
  await user.keyboard("{Enter}");
  expect(screen.getByText("Order #101: Confirmed. Press U to undo.")).toHaveRole("status");
  await user.keyboard("u");
  expect(screen.getByText("Undone. Order #101: Pending.")).toHaveRole("status");
  await user.keyboard("{ArrowRight}{Enter}");
  hidePage();
  await waitFor(() => expect(sent).toEqual(["102 ready"]));
  expect(screen.getByRole("region", { name: "Keys" })).toBeInTheDocument();
});

it("shows new orders by itself, lets completed ones go, and stops the cook when an item is refunded or all is cancelled", async () => {
  const { say, isHeard } = serve([order("101", "preparing"), order("103", "ready")]);
  const { user } = renderApp("/admin/kitchen");
  await screen.findByRole("button", { name: "Ready order #101" });
  await waitFor(() => expect(isHeard()).toBe(true));
  say("order", order("102", "pending"));
  expect(await screen.findByRole("button", { name: "Confirm order #102" })).toBeVisible();
  say("order", order("103", "completed", { version: 2 }));
  await waitFor(() => expect(screen.queryByText("#103")).not.toBeInTheDocument());
  const items = order("101", "preparing").items.map((item) => ({ ...item, refundedQuantity: 2 }));
  say("order", order("101", "preparing", { version: 2, items, refunds: [ITEM_REFUND] }));
  const ticket = within(await screen.findByRole("article", { name: /^Order #101/ }));
  expect(await ticket.findByText("Refunded, do not make")).toBeVisible();
  expect(ticket.getByText("Carnitas taco").tagName).toBe("S");
  expect(ticket.getByText("Changed: an item was refunded after cooking started")).toBeVisible();
  expect(screen.getByRole("region", { name: "All day" })).toHaveTextContent("2Carnitas taco");
  say("order", order("101", "cancelled", { version: 3 }));
  expect(await screen.findByText("Cancelled. Stop cooking.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Take away order #101" }));
  expect(screen.queryByText("#101")).not.toBeInTheDocument();
});

it("shows what a colleague did instead of an error when the race is lost", async () => {
  serve([order("101", "pending")]);
  const theirs = order("101", "ready", { version: 4 });
  server.use(
    http.patch("*/api/orders/:id", () =>
      HttpResponse.json({ error: "Too late.", order: theirs }, { status: 409 }),
    ),
  );
  const { user } = renderApp("/admin/kitchen");
  await user.click(await screen.findByRole("button", { name: "Confirm order #101" }));
  hidePage();
  expect(await screen.findByText("Order #101 is already ready for pickup.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Handed over order #101" })).toBeEnabled();
});

it("keeps a change that the server did not hear, says so, and sends it again", async () => {
  const { sent } = serve([order("101", "pending")]);
  server.use(http.patch("*/api/orders/:id", () => HttpResponse.error(), { once: true }));
  const { user } = renderApp("/admin/kitchen");
  await user.click(await screen.findByRole("button", { name: "Confirm order #101" }));
  hidePage();
  expect(await screen.findByText(/^Failed to update order status: #101\./)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Try now" }));
  await waitFor(() => expect(sent).toEqual(["101 confirmed"]));
  await waitFor(() =>
    expect(screen.queryByText(/^Failed to update order status/)).not.toBeInTheDocument(),
  );
});

it("says that there is nothing to make", async () => {
  serve([]);
  renderApp("/admin/kitchen");
  expect(await screen.findByText("Nothing to make")).toBeVisible();
});

it("tells an admin without a truck", async () => {
  serve([]);
  server.use(http.get("*/api/trucks", () => HttpResponse.json([])));
  signInAs("truckless");
  renderApp("/admin/kitchen");
  expect(await screen.findByText("No Truck Assigned")).toBeVisible();
});
