import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { renderApp } from "@/test/render-app";
import { queryOf, recordCalls, server } from "@/test/server";
import { speak } from "@/test/speak";
import { accountNames, books, entry, report, SUMS } from "@/test/staff/money-backend";
import { aStaffTruck, signInAs } from "@/test/staff/staff";
import { bookPeriod } from "./book-period-and-sums";

function serve(path: string, answer: (query: URLSearchParams) => Response) {
  return recordCalls("get", `*/api/${path}`, queryOf, (query) =>
    answer(new URLSearchParams(query)),
  );
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T18:00:00Z") });
  signInAs("admin");
  server.use(http.get("*/api/trucks", () => HttpResponse.json([aStaffTruck()])));
});

it("shows what a return asks for, by place and rate, of the quarter", async () => {
  const calls = serve("tax-report", () => HttpResponse.json(report()));
  renderApp("/admin/taxes");
  const table = within(await screen.findByRole("table", { name: "By place and rate" }));
  expect(table.getByRole("rowheader", { name: "Pier 7" })).toBeVisible();
  expect(table.getByText("8.75%")).toBeVisible();
  const paid = within(screen.getByRole("table", { name: "How it was paid" }));
  expect(paid.getAllByText("$16.31")[0]).toBeVisible();
  expect(screen.getByRole("radio", { name: "This quarter" })).toBeChecked();
  const sums = within(screen.getByLabelText("Totals"));
  expect(sums.getByText("$15.00")).toBeVisible();
  expect(sums.getByText("$1.31")).toBeVisible();
  await userEvent.click(screen.getByRole("radio", { name: "Last month" }));
  await screen.findByRole("table", { name: "By place and rate" });
  const asked = calls.map((call) => new URLSearchParams(call));
  expect(asked.map((query) => query.get("from"))).toEqual(["2026-10-01", "2026-10-01"]);
  expect(asked.map((query) => query.get("to"))).toEqual(["2026-12-31", "2026-10-31"]);
});

it("says so where nothing was sold, and offers another try where the report failed", async () => {
  serve("tax-report", () => HttpResponse.json({ error: "No" }, { status: 500 }));
  renderApp("/admin/taxes");
  expect(await screen.findByText("Failed to load the tax report")).toBeVisible();
  serve("tax-report", () => HttpResponse.json(report({ rows: [] })));
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Nothing was sold on these days")).toBeVisible();
});

it("shows a week of days at first, and all of them on demand", async () => {
  const days = Array.from({ length: 30 }, (_, index) => ({
    ...SUMS,
    date: `2026-11-${String(index + 1).padStart(2, "0")}`,
  }));
  const calls = serve("books", () => HttpResponse.json(books({ days })));
  renderApp("/admin/books");
  const table = within(await screen.findByRole("table", { name: "By day" }));
  const total = 1;
  expect(table.getAllByRole("rowheader")).toHaveLength(7 + total);
  await userEvent.click(screen.getByRole("button", { name: "Show all 30 days" }));
  expect(table.getAllByRole("rowheader")).toHaveLength(30 + total);
  await userEvent.click(screen.getByRole("button", { name: "Show fewer days" }));
  expect(table.getAllByRole("rowheader")).toHaveLength(7 + total);
  expect(new URLSearchParams(calls[0]).get("limit")).toBe("25");
});

it("shows each day and the entries, page by page, with a file for each program", async () => {
  serve("books", (query) =>
    HttpResponse.json(
      query.get("cursor") ? books({ entries: [entry("102")] }) : books({ nextCursor: "more" }),
    ),
  );
  renderApp("/admin/books");
  const entries = within(await screen.findByRole("table", { name: "Entries" }));
  expect(entries.getByRole("rowheader", { name: "Sale #101" })).toBeVisible();
  expect(entries.getByText("9:50 PM")).toBeVisible();
  const days = within(screen.getByRole("table", { name: "By day" }));
  expect(days.getByRole("columnheader", { name: "Tips" })).toBeVisible();
  expect(days.queryByRole("columnheader", { name: "Disputes" })).toBeNull(); // zero on every day
  for (const name of ["Entries (CSV)", "QuickBooks", "Xero", "Plain-text journal"]) {
    expect(screen.getByRole("button", { name })).toBeVisible();
  }
  expect(screen.queryByText("Left with the platform")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Show more entries" }));
  expect(await screen.findByRole("rowheader", { name: "Sale #102" })).toBeVisible();
});

async function openAccountNames() {
  serve("books", () => HttpResponse.json(books()));
  serve("books/accounts", () => HttpResponse.json(accountNames()));
  const { user } = renderApp("/admin/books");
  await user.click(await screen.findByText("Account names and codes"));
  await screen.findByLabelText("Cash drawer");
  return user;
}

it("sets account names, codes and the names of tax rates once for the truck", async () => {
  const user = await openAccountNames();
  const sent = recordCalls(
    "put",
    "*/api/books/accounts",
    (request) => request.json(),
    () => HttpResponse.json(accountNames({ version: 1 })),
  );
  await user.clear(screen.getByLabelText("Code: Cash drawer"));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Fill this in.")).toBeVisible();
  expect(sent).toEqual([]);
  await user.type(screen.getByLabelText("Code: Cash drawer"), "1001");
  await user.click(screen.getByRole("button", { name: "Add a rate" }));
  await user.type(screen.getAllByLabelText("Rate in percent")[1] as HTMLElement, "2.5");
  await user.type(screen.getAllByLabelText("Name in the program")[1] as HTMLElement, "Food");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Account names saved")).toBeVisible();
  const accounts = { ...accountNames().accounts, cash: { name: "A:cash", code: "1001" } };
  const taxRates = [
    { rate: 8.75, name: "CA" },
    { rate: 2.5, name: "Food" },
  ];
  expect(sent).toEqual([accountNames({ accounts, taxRates })]);
});

it("says what is wrong with an account at its field, and what someone else has set", async () => {
  const user = await openAccountNames();
  const fields = { "accounts.cash.name": "This name does not print." };
  server.use(
    http.put("*/api/books/accounts", () =>
      HttpResponse.json({ error: "No", code: "invalid", fields }, { status: 400 }),
    ),
  );
  await user.type(screen.getByLabelText("Cash drawer"), "2");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("This name does not print.")).toBeVisible();
  const accounts = accountNames({ noTax: "Untaxed", version: 1 });
  server.use(
    http.put("*/api/books/accounts", () =>
      HttpResponse.json({ error: "No", code: "version_conflict", accounts }, { status: 409 }),
    ),
  );
  await user.type(screen.getByLabelText("Cash drawer"), "3");
  await user.click(screen.getByRole("button", { name: "Save" }));
  const title = "Someone has changed these names since you opened them";
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByText("Untaxed")).toBeVisible();
});

it("speaks Spanish", async () => {
  speak("es");
  serve("books", () => HttpResponse.json(books({ days: [], entries: [] })));
  renderApp("/admin/books");
  expect(await screen.findByText("No se registró nada en estos días")).toBeVisible();
  speak("en");
});

it.each([
  ["month", "2026-11-01", "2026-11-30"],
  ["last_month", "2026-10-01", "2026-10-31"],
  ["quarter", "2026-10-01", "2026-12-31"],
  ["last_quarter", "2026-07-01", "2026-09-30"],
] as const)("knows the days of the %s", (choice, from, to) => {
  expect(bookPeriod(choice, "2026-11-21")).toEqual({ choice, from, to });
});

it("knows the months of the year before", () => {
  expect(bookPeriod("last_month", "2027-01-05").from).toBe("2026-12-01");
  expect(bookPeriod("last_quarter", "2027-02-05")).toMatchObject({
    from: "2026-10-01",
    to: "2026-12-31",
  });
});
