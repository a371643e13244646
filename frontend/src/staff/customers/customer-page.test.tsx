import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import type { StaffOrder } from "@/domain/api/staff-types";
import { renderApp } from "@/test/render-app";
import { recordCalls, recordPages, server } from "@/test/server";
import { aCustomer, anOrder, aStaffTruck, signInAs } from "@/test/staff/staff";

const ID = "c".repeat(24);
const TRUCK = aStaffTruck();
const ADA = aCustomer({ orderCount: 2, totalSpent: 23.7 });

const serveOrders = (...pages: StaffOrder[][]) =>
  recordPages("*/api/customers/:id/orders", "orders", pages);

function serveCustomer(answer: () => Response = () => HttpResponse.json(ADA)) {
  return recordCalls(
    "get",
    "*/api/customers/:id",
    (request) => new URL(request.url).searchParams.get("truckId") ?? "",
    () => answer(),
  );
}

function order(number: string, more: Partial<StaffOrder> = {}) {
  return anOrder({ _id: number.repeat(8), orderNumber: number, ...more });
}

beforeEach(() => {
  signInAs("admin");
  server.use(http.get("*/api/trucks", () => HttpResponse.json([TRUCK])));
  serveCustomer();
  serveOrders([order("102"), order("101")]);
});

it("tells who it is, what they spent and every order", async () => {
  serveOrders([
    order("102", {
      status: "ready",
      createdAt: "2026-11-20T02:30:00Z",
      total: 15,
      items: [
        ...anOrder().items,
        { ...anOrder().items[0], name: "Horchata", quantity: 1 } as StaffOrder["items"][number],
      ],
    }),
    order("101", { status: "cancelled", paymentStatus: "refunded" }),
  ]);
  renderApp(`/admin/customers/${ID}`);
  expect(await screen.findByRole("heading", { level: 1, name: "Ada Lovelace" })).toBeVisible();
  expect(screen.getByRole("link", { name: "(213) 373-4253" })).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "ada@example.com" })).toBeInTheDocument();
  expect(screen.getByText("$23.70")).toBeInTheDocument();
  expect(screen.getByText("Total spent").nextSibling).toHaveTextContent("$23.70");

  const ready = within(await screen.findByRole("row", { name: /#102/ }));
  expect(ready.getByRole("link", { name: "#102" })).toHaveAttribute(
    "href",
    expect.stringMatching(/^\/admin\/orders\/.+/),
  );
  expect(ready.getByText("Ready for Pickup")).toBeInTheDocument();
  expect(ready.getByText("Paid")).toBeInTheDocument();
  expect(ready.getByText("$15.00")).toBeInTheDocument();
  expect(ready.getByText("Nov 19, 2026, 6:30 PM")).toBeInTheDocument();
  expect(ready.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "2 × Carnitas taco",
    "1 × Horchata",
  ]);
  const cancelled = within(screen.getByRole("row", { name: /#101/ }));
  expect(cancelled.getByText("Cancelled")).toBeInTheDocument();
  expect(cancelled.getByText("Refunded")).toBeInTheDocument();
});

it("goes on page by page", async () => {
  serveOrders([order("102")], [order("101")]);
  const { user } = renderApp(`/admin/customers/${ID}`);
  await user.click(await screen.findByRole("button", { name: "Show more orders" }));
  expect(await screen.findByRole("row", { name: /#101/ })).toBeInTheDocument();
  expect(screen.getByRole("row", { name: /#102/ })).toBeInTheDocument();
});

it("counts the orders of the truck that the list was about", async () => {
  signInAs("superadmin");
  const customer = serveCustomer();
  const orders = serveOrders([order("102")]);
  renderApp(`/admin/customers/${ID}?truck=${TRUCK._id}`);
  await screen.findByRole("row", { name: /#102/ });
  expect(customer).toEqual([TRUCK._id]);
  expect(orders.map((query) => query.get("truckId"))).toEqual([TRUCK._id]);
  expect(screen.queryByRole("columnheader", { name: "Food truck" })).not.toBeInTheDocument();
});

it("names the truck of each order when it is about all of them", async () => {
  signInAs("superadmin");
  renderApp(`/admin/customers/${ID}`);
  await screen.findByRole("row", { name: /#102/ });
  expect(screen.getByRole("columnheader", { name: "Food truck" })).toBeInTheDocument();
  expect(screen.getAllByText("Spicy Burritos")).toHaveLength(2);
});

it("says when there is no such customer", async () => {
  serveCustomer(() => HttpResponse.json({ error: "Not found" }, { status: 404 }));
  renderApp(`/admin/customers/${ID}`);
  expect(await screen.findByRole("heading", { name: "Customer not found" })).toBeVisible();
  expect(screen.getByRole("link", { name: "All customers" })).toHaveAttribute(
    "href",
    "/admin/customers",
  );
});

it("keeps the customer when the orders did not load", async () => {
  server.use(http.get("*/api/customers/:id/orders", () => HttpResponse.error()));
  const { user } = renderApp(`/admin/customers/${ID}`);
  expect(await screen.findByRole("alert")).toHaveTextContent("Failed to load orders");
  expect(screen.getByRole("heading", { name: "Ada Lovelace" })).toBeVisible();
  serveOrders([order("102")]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("row", { name: /#102/ })).toBeInTheDocument();
});

it("leads back to the list", async () => {
  server.use(
    http.get("*/api/customers", () =>
      HttpResponse.json({ customers: [ADA], total: 1, nextCursor: null }),
    ),
  );
  const { user } = renderApp(`/admin/customers/${ID}`);
  await user.click(await screen.findByRole("button", { name: "Back" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Customers" })).toBeVisible();
});

it("has its heading and its title where there is no customer to show either", async () => {
  server.use(http.get("*/api/trucks", () => HttpResponse.json([])));
  signInAs("truckless");
  renderApp(`/admin/customers/${ID}`);
  expect(await screen.findByText("No Truck Assigned")).toBeVisible();
  expect(screen.getByRole("heading", { level: 1, name: "Customer" })).toBeVisible();
  expect(document.title).toBe("Customer · Chuckwagon");
});
