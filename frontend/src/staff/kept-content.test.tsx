import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach } from "vitest";
import { describeKeptContent } from "@/test/load-failures";
import { signInAs } from "@/test/staff/staff";
import { CUSTOMER, ORDER, serveStaff, serveStopNow, TRUCK } from "@/test/staff/staff-backend";
import "@/test/staff/staff-pages";

const known = (what: string) => (sentence: string) =>
  `Failed to load ${what}: ${sentence} What you see may be out of date.`;
const more = (what: string) => (sentence: string) => `More ${what} did not load. ${sentence}`;
const press = (name: string) => async (user: UserEvent) =>
  user.click(screen.getByRole("button", { name }));

beforeEach(() => {
  signInAs("superadmin");
  serveStaff();
});

describeKeptContent([
  {
    name: "the orders",
    path: "/admin/orders",
    call: "orders",
    content: () => screen.queryByRole("article", { name: /^Order #101/ }),
    again: press("Refresh"),
    problem: known("orders"),
  },
  {
    name: "an order",
    path: `/admin/orders/${ORDER._id}`,
    call: "orders/:id",
    content: () => screen.queryByRole("heading", { level: 1, name: "Order #101" }),
    again: (_user, client) => client.refetchQueries({ queryKey: ["orders"] }),
    problem: known("order"),
  },
  {
    name: "the slots above the orders",
    arrange: serveStopNow,
    path: "/admin/orders",
    call: "stops/:id/slots",
    content: () => screen.queryByRole("button", { name: /^Pickup slots/ }),
    again: (_user, client) => client.refetchQueries({ queryKey: ["schedule"] }),
    problem: (sentence) =>
      `The pickup slots did not load: ${sentence} What you see may be out of date.`,
  },
  {
    name: "all trucks side by side",
    path: "/admin/dashboard",
    call: "analytics/trucks",
    content: () => screen.queryByRole("link", { name: `None, Schedule of ${TRUCK.name}` }),
    again: (_user, client) => client.refetchQueries({ queryKey: ["comparison"] }),
    problem: known("the figures of all food trucks"),
  },
  {
    name: "more customers",
    path: "/admin/customers",
    call: "customers",
    content: () => screen.queryByRole("link", { name: CUSTOMER.name }),
    again: press("Show more customers"),
    problem: more("customers"),
  },
  {
    name: "more orders of a customer",
    path: `/admin/customers/${CUSTOMER._id}`,
    call: "customers/:id/orders",
    content: () => screen.queryByRole("table", { name: "Orders of this customer" }),
    again: press("Show more orders"),
    problem: more("orders"),
  },
  {
    name: "more of the ledger",
    path: "/admin/ledger",
    call: "ledger",
    content: () => screen.queryByRole("heading", { name: "By order" }),
    again: press("Show more orders"),
    problem: more("orders"),
  },
  {
    name: "more activity",
    path: "/admin/audit",
    call: "audit",
    content: () => screen.queryByText("Price: $4.50 → $5.25"),
    again: press("Show more activity"),
    problem: more("activity"),
  },
]);
