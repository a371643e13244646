import { screen } from "@testing-library/react";
import { beforeEach } from "vitest";
import { describeLoadFailures } from "@/test/load-failures";
import { SHEET } from "@/test/staff/money-backend";
import { signInAs } from "@/test/staff/staff";
import { serveStaff } from "@/test/staff/staff-backend";
import "@/test/staff/staff-pages";

beforeEach(() => {
  signInAs("admin");
  serveStaff();
});

describeLoadFailures([
  {
    name: "the printers",
    path: "/admin/devices",
    call: "printers",
    loading: "Loading printers...",
    failed: "Failed to load the printers",
    content: () => screen.queryByText("No printer yet"),
  },
  {
    name: "the card readers",
    path: "/admin/devices",
    call: "readers",
    loading: "Loading devices...",
    failed: "Failed to load the card readers",
    content: () => screen.queryByRole("table", { name: "Card readers" }),
  },
  {
    name: "the drawer",
    path: "/admin/drawer",
    call: "drawer-sessions",
    loading: "Loading the drawer...",
    failed: "Failed to load the drawer",
    content: () => screen.queryByLabelText("What for"),
  },
  {
    name: "the day closes",
    path: "/admin/closes",
    call: "day-closes",
    loading: "Loading day closes...",
    failed: "Failed to load day closes",
    content: () => screen.queryByRole("table", { name: "Day closes" }),
  },
  {
    name: "the sheet of a close",
    path: `/admin/closes/${SHEET._id}`,
    call: "day-closes/:id",
    loading: "Loading the sheet...",
    failed: "Failed to load the sheet",
    content: () => screen.queryByRole("heading", { level: 1, name: "Close 7" }),
  },
  {
    name: "the books",
    path: "/admin/books",
    call: "books",
    loading: "Loading the books...",
    failed: "Failed to load the books",
    content: () => screen.queryByRole("table", { name: "Entries" }),
  },
  {
    name: "the account names",
    path: "/admin/books",
    open: async (user) => user.click(await screen.findByText("Account names and codes")),
    call: "books/accounts",
    loading: "Loading the account names...",
    failed: "Failed to load the account names",
    content: () => screen.queryByLabelText("Cash drawer"),
  },
  {
    name: "the tax report",
    path: "/admin/taxes",
    call: "tax-report",
    loading: "Loading the tax report...",
    failed: "Failed to load the tax report",
    content: () => screen.queryByRole("table", { name: "By place and rate" }),
  },
]);
