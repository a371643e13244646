import { screen } from "@testing-library/react";
import { beforeEach } from "vitest";
import { describeLoadFailures } from "@/test/load-failures";
import { signInAs } from "@/test/staff/staff";
import { HELD, ITEM, MARISOL, serveStaff, TRUCK } from "@/test/staff/staff-backend";
import "@/test/staff/staff-pages";

const trucksFailed = (sentence: string) => `Failed to load trucks: ${sentence}`;
const saveButton = () => screen.queryByRole("button", { name: "Save" });
const ledgerTable = () => screen.queryByRole("heading", { name: "By order" });
const activityEntry = () => screen.queryByText("Price: $4.50 → $5.25");

beforeEach(() => {
  signInAs("superadmin");
  serveStaff();
});

describeLoadFailures([
  {
    name: "the dashboard's trucks",
    path: "/admin/dashboard",
    call: "trucks",
    loading: "Loading menu items...",
    failed: trucksFailed,
    reason: null,
    content: () => screen.queryByRole("link", { name: `Edit ${ITEM.name}` }),
  },
  {
    name: "what needs a superadmin",
    path: "/admin/dashboard",
    call: "dashboard",
    loading: "Loading what needs you...",
    failed: "Failed to load what needs you",
    content: () => screen.queryByRole("region", { name: "What needs you, of all trucks" }),
  },
  {
    name: "the dashboard's day",
    path: "/admin/dashboard",
    call: "trucks/:id/dashboard",
    loading: "Loading the day...",
    failed: "Failed to load the day",
    content: () => screen.queryByRole("region", { name: "Today so far" }),
  },
  {
    name: "all trucks side by side",
    path: "/admin/dashboard",
    call: "analytics/trucks",
    loading: "Loading all food trucks...",
    failed: "Failed to load the figures of all food trucks",
    content: () => screen.queryByRole("link", { name: `None, Schedule of ${TRUCK.name}` }),
  },
  {
    name: "the menu's trucks",
    path: "/admin/menu",
    call: "trucks",
    loading: "Loading menu items...",
    failed: trucksFailed,
    reason: null,
    content: () => screen.queryByRole("button", { name: `Delete ${ITEM.name}` }),
  },
  {
    name: "a new menu item's trucks",
    path: "/admin/menu/new",
    call: "trucks",
    loading: "Loading trucks...",
    failed: trucksFailed,
    reason: null,
    content: saveButton,
  },
  {
    name: "the trucks",
    path: "/admin/trucks",
    call: "trucks",
    loading: "Loading food trucks...",
    failed: trucksFailed,
    reason: null,
    content: () => screen.queryByRole("link", { name: `Edit ${TRUCK.name}` }),
  },
  {
    name: "a truck's Stripe account after the setup",
    // The table, which asks for the same, shows no truck.
    path: `/admin/trucks?onboarding=returned&account=${TRUCK._id}&q=none`,
    call: "stripe/connect/account-status/:id",
    loading: `Reading the Stripe status of ${TRUCK.name}...`,
    failed: `The Stripe status of ${TRUCK.name} did not load`,
    content: () => screen.queryByText(`${TRUCK.name}: Active`),
  },
  {
    name: "a truck",
    path: `/admin/trucks/edit/${TRUCK._id}`,
    call: "trucks/:id",
    loading: "Loading the truck...",
    failed: "Failed to load truck",
    content: saveButton,
  },
  {
    name: "the ledger",
    path: "/admin/ledger",
    call: "ledger",
    loading: "Loading ledger...",
    failed: "Failed to load ledger",
    content: ledgerTable,
  },
  {
    name: "the ledger's trucks",
    path: "/admin/ledger",
    call: "trucks",
    loading: "Loading ledger...",
    failed: trucksFailed,
    reason: null,
    content: ledgerTable,
  },
  {
    name: "the held payments",
    path: "/admin/held-payments",
    call: "payments/reviews",
    loading: "Loading held payments...",
    failed: "Failed to load held payments",
    content: () => screen.queryByText(HELD.paymentIntentId),
  },
  {
    name: "the disputes",
    path: "/admin/disputes",
    call: "payments/disputes",
    loading: "Loading disputes...",
    failed: "Failed to load disputes",
    content: () => screen.queryByText("Needs an answer"),
  },
  {
    name: "the staff",
    path: "/admin/users",
    call: "users",
    loading: "Loading staff...",
    failed: "Failed to load staff",
    content: () => screen.queryByRole("button", { name: `Edit ${MARISOL.name}` }),
  },
  {
    name: "the activity",
    path: "/admin/audit",
    call: "audit",
    loading: "Loading activity...",
    failed: "Failed to load activity",
    content: activityEntry,
  },
  {
    name: "the activity's trucks",
    path: "/admin/audit",
    call: "trucks",
    loading: "Loading activity...",
    failed: trucksFailed,
    reason: null,
    content: activityEntry,
  },
]);
