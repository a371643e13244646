import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { renderApp } from "@/test/render-app";
import { recordCalls, server } from "@/test/server";
import { serveKitchen } from "@/test/staff/kitchen";
import { CLOSES, DRAWER, SHEET } from "@/test/staff/money-backend";
import { signInAs } from "@/test/staff/staff";
import "@/test/staff/staff-pages";

beforeEach(() => {
  signInAs("admin");
  serveKitchen([]);
});

function serveDrawer(open: object | null, waitingCash = 0): void {
  server.use(
    http.get("*/api/drawer-sessions", () =>
      HttpResponse.json({ sessions: open ? [open] : [], open, waitingCash, nextCursor: null }),
    ),
  );
}

it("opens the drawer with a float, and says what cash was taken before", async () => {
  serveDrawer(null, 10.88);
  const asked = recordCalls(
    "post",
    "*/api/drawer-sessions",
    (request) => request.json(),
    () => HttpResponse.json(DRAWER, { status: 201 }),
  );
  const { user } = renderApp("/admin/drawer");
  expect(await screen.findByText("$10.88 of cash was taken already")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Open the drawer" }));
  expect(screen.getByText("Enter an amount such as 100 or 12.50.")).toBeVisible();
  await user.type(screen.getByLabelText("Float"), "150");
  await user.click(screen.getByRole("button", { name: "Open the drawer" }));
  await screen.findByText("The drawer is open");
  expect(asked).toEqual([expect.objectContaining({ float: 150 })]);
});

it("says what should be in the drawer, and records what is taken out", async () => {
  serveDrawer(DRAWER);
  const asked = recordCalls(
    "post",
    "*/api/drawer-sessions/:id/movements",
    (request) => request.json(),
    () => HttpResponse.json(DRAWER, { status: 201 }),
  );
  const { user } = renderApp("/admin/drawer");
  expect(await screen.findByText("$141.90")).toBeVisible();
  await user.type(screen.getByLabelText("Amount"), "5");
  await user.click(screen.getByRole("button", { name: "Record" }));
  expect(screen.getByText("Say what it is for.")).toBeVisible();
  await user.type(screen.getByLabelText("What for"), "Coins");
  await user.click(screen.getByRole("button", { name: "Record" }));
  await screen.findByText("Recorded");
  expect(asked).toEqual([{ kind: "pay_out", amount: 5, reason: "Coins" }]);
});

it("asks before more is taken out than should be there", async () => {
  serveDrawer(DRAWER);
  const asked = recordCalls(
    "post",
    "*/api/drawer-sessions/:id/movements",
    (request) => request.json(),
    () => HttpResponse.json(DRAWER, { status: 201 }),
  );
  const { user } = renderApp("/admin/drawer");
  await user.type(await screen.findByLabelText("Amount"), "141.91");
  await user.type(screen.getByLabelText("What for"), "Bank");
  await user.click(screen.getByRole("button", { name: "Record" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Take $141.91 out?" }));
  expect(question.getByText(/^Only \$141.90 should be in the drawer/)).toBeVisible();
  expect(asked).toEqual([]);
  await user.click(question.getByRole("button", { name: "Take out" }));
  await screen.findByText("Recorded");
  expect(asked).toEqual([{ kind: "pay_out", amount: 141.91, reason: "Bank" }]);
});

it("marks the denomination that the server refuses", async () => {
  serveDrawer(DRAWER);
  const fields = { "denominations.0.25": "Too many" };
  server.use(
    http.post("*/api/drawer-sessions/:id/close", () =>
      HttpResponse.json({ error: "Too many", fields }, { status: 400 }),
    ),
  );
  const { user } = renderApp("/admin/drawer?close=1");
  await user.type(await screen.findByLabelText("25¢"), "9");
  await user.click(screen.getByRole("button", { name: "Check" }));
  await user.click(screen.getByRole("button", { name: "Close the day" }));
  expect(await screen.findByLabelText("25¢")).toBeInvalid();
  await user.type(screen.getByLabelText("25¢"), "0");
  expect(screen.getByLabelText("25¢")).toBeValid();
});

it("counts bills and coins, says the difference before it is stored, and opens the sheet", async () => {
  serveDrawer(DRAWER);
  server.use(http.get("*/api/day-closes/:id", () => HttpResponse.json(SHEET)));
  const asked = recordCalls(
    "post",
    "*/api/drawer-sessions/:id/close",
    (request) => request.json(),
    () => HttpResponse.json(SHEET),
  );
  const { user } = renderApp("/admin/drawer?close=1");
  await user.type(await screen.findByLabelText("$100"), "1");
  await user.type(screen.getByLabelText("$20"), "a few");
  await user.click(screen.getByRole("button", { name: "Check" }));
  expect(screen.getByLabelText("$20")).toHaveFocus();
  expect(screen.getByLabelText("$20")).toBeInvalid();
  await user.clear(screen.getByLabelText("$20"));
  await user.type(screen.getByLabelText("$20"), "2");
  expect(screen.getByText("Counted: $140.00")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Check" }));
  expect(await screen.findByRole("heading", { name: "$1.90 short" })).toBeVisible();
  expect(asked).toEqual([]);
  await user.type(screen.getByLabelText("Note (optional)"), "Tired");
  await user.click(screen.getByRole("button", { name: "Close the day" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Close 7" })).toBeVisible();
  expect(asked).toEqual([{ denominations: { "100": 1, "20": 2 }, note: "Tired", version: 4 }]);
});

it("names a late order on the sheet by what its customer was told", async () => {
  const late = {
    kind: "sale",
    orderNumber: "105",
    offlineNumber: "A-12",
    amount: 1009.5,
    at: "2026-11-22T05:50:00Z",
    takenAt: "2026-11-21T05:50:00Z",
  };
  server.use(http.get("*/api/day-closes/:id", () => HttpResponse.json({ ...SHEET, late: [late] })));
  renderApp(`/admin/closes/${SHEET._id}`);
  expect(await screen.findByText(/^A-12 · #105, .*9:50 PM/)).toBeVisible();
  expect(screen.getByText("$1,009.50")).toBeVisible();
});

it("tells of a sale while counting, and keeps what was counted", async () => {
  serveDrawer(DRAWER);
  server.use(
    http.post("*/api/drawer-sessions/:id/close", () => {
      serveDrawer({ ...DRAWER, expected: 152.78, version: 5 });
      const body = { error: "Changed", code: "version_conflict", expected: 152.78, version: 5 };
      return HttpResponse.json(body, { status: 409 });
    }),
  );
  const { user } = renderApp("/admin/drawer?close=1");
  await user.click(await screen.findByText("Only the sum"));
  await user.type(screen.getByLabelText("Sum in the drawer"), "152.78");
  await user.click(screen.getByRole("button", { name: "Check" }));
  await user.click(screen.getByRole("button", { name: "Close the day" }));
  expect(await screen.findByText(/sold or moved while you were counting/)).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Exactly right" })).toBeVisible();
});

it("lists the closes, and prints a sheet", async () => {
  server.use(
    http.get("*/api/day-closes", () => HttpResponse.json(CLOSES)),
    http.get("*/api/day-closes/:id", () => HttpResponse.json(SHEET)),
  );
  const print = vi.spyOn(window, "print").mockImplementation(() => undefined);
  const { user } = renderApp("/admin/closes");
  await user.click(await screen.findByRole("link", { name: "Close 7" }));
  const tenders = await screen.findByRole("table", { name: "Sales by tender" });
  expect(within(tenders).getByText("$54.40")).toBeInTheDocument();
  expect(within(tenders).getAllByRole("rowheader")).toHaveLength(1); // only what was sold by
  expect(screen.getByRole("heading", { level: 2, name: "Sales by tender" })).toBeVisible();
  const pieces = screen.getAllByText(/^\d+ × /).map(({ textContent }) => textContent);
  expect(pieces).toEqual(["1 × $100.00", "1 × $20.00", "40 × $0.50"]);
  expect(screen.queryByText("0 orders cancelled")).not.toBeInTheDocument();
  expect(screen.getByText("1 order still open or unpaid")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Print" }));
  expect(print).toHaveBeenCalledOnce();
});
