import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aStop } from "@/test/fixtures";
import { renderApp } from "@/test/render-app";
import { recordCalls, server } from "@/test/server";
import { speak } from "@/test/speak";
import { serveKitchen } from "@/test/staff/kitchen";
import { aBasis, aPrepItem, aPrepSheet, servePrepSheet } from "@/test/staff/reports-backend";
import {
  aPlace,
  aStaffStop,
  serveMovingTruck,
  serveSchedule,
  TRUCK,
} from "@/test/staff/schedule-backend";
import { signInAs } from "@/test/staff/staff";
import { saveFile } from "@/ui/browser/save-file-and-open-document";
import "@/test/staff/staff-pages";

vi.mock("@/ui/browser/save-file-and-open-document");

const PATH = `/admin/schedule/stops/${"5".repeat(24)}/prep-sheet`;
const BURRITO = aPrepItem({
  menuItemId: "b".repeat(24),
  name: "Wet Burrito",
  section: "Burritos",
  expected: 12,
  low: 12,
  high: 12,
  preordered: 0,
  counted: null,
  soldOutStops: 0,
});

beforeEach(() => void signInAs("admin"));

afterEach(() => {
  speak("en");
  vi.mocked(saveFile).mockClear();
});

async function openSheet(sheet = aPrepSheet()) {
  servePrepSheet(sheet);
  const app = renderApp(PATH);
  await screen.findByText(sheet.placeName);
  return app;
}

const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole("row")
    .map((row) =>
      [...row.children]
        .filter((cell) => !cell.className.includes("tick"))
        .map((cell) => cell.textContent),
    );

it("says where and when the stop is, and what to prepare of each item by section", async () => {
  const special = aPrepItem({ ...BURRITO, menuItemId: null, name: "Special", section: "" });
  await openSheet(aPrepSheet({ items: [aPrepItem(), BURRITO, special] }));
  expect(screen.getByText("Monday, June 1, 11:00 AM to 2:00 PM EDT")).toBeVisible();
  expect(document.title).toBe("Prep sheet, Pier 5, Jun 1 · Chuckwagon");
  const table = screen.getByRole("table", { name: "What to prepare" });
  expect(rowsOf(table)).toEqual([
    ["Item", "Expected", "Pre-ordered", "Counted"],
    ["Tacos", "24", "5", ""],
    ["Carnitas tacoSold out early at 2 of 4", "2418 to 31", "5", "20"],
    ["Burritos", "12", "0", ""],
    ["Wet Burrito", "12", "0", "–Not counted"],
    ["Other items", "12", "0", ""],
    ["Special", "12", "0", "–Not counted"],
    ["Total", "48", "5", ""],
  ]);
});

it.each([
  ["place_and_weekday", 4, "From the last 4 stops at Pier 5 on Mondays"],
  ["place_and_weekday", 1, "From the last stop at Pier 5 on a Monday"],
  ["place", 2, "From the last 2 stops at Pier 5, none of them on a Monday"],
  ["place", 1, "From the last stop at Pier 5, which was not on a Monday"],
  ["weekday", 3, "From the last 3 stops on Mondays, none of them at Pier 5"],
  ["weekday", 1, "From the last stop on a Monday, which was not at Pier 5"],
] as const)("says of %s, %i of them, what they are", async (kind, count, words) => {
  await openSheet(aPrepSheet({ basis: aBasis(kind, count) }));
  expect(screen.getByRole("heading", { name: words })).toBeVisible();
  const compared = within(screen.getByRole("list", { name: "Stops compared" }));
  expect(compared.getAllByRole("listitem")).toHaveLength(count);
  const first = kind === "weekday" ? "May 25, Pier 5: 80 pieces" : "May 25: 80 pieces";
  expect(compared.getAllByRole("listitem")[0]).toHaveTextContent(first);
});

it("shows pre-orders without any expectation while no stop can be compared", async () => {
  const nothing = { expected: null, low: null, high: null, counted: null, soldOutStops: 0 };
  await openSheet(aPrepSheet({ basis: aBasis("none", 0), items: [aPrepItem(nothing)] }));
  expect(screen.getByRole("heading", { name: "No earlier stop to compare with" })).toBeVisible();
  expect(screen.getByText(/What is pre-ordered is shown/)).toBeVisible();
  expect(rowsOf(screen.getByRole("table"))).toEqual([
    ["Item", "Pre-ordered"],
    ["Tacos", "5"],
    ["Carnitas taco", "5"],
    ["Total", "5"],
  ]);
});

it("speaks of orders once the stop has begun, and says when it is over", async () => {
  await openSheet(aPrepSheet({ state: "ended" }));
  expect(screen.getByRole("columnheader", { name: "Ordered" })).toBeVisible();
  expect(screen.getByText("This stop is over.")).toBeVisible();
});

it("prints, and downloads the same as CSV", async () => {
  const print = vi.spyOn(window, "print").mockImplementation(() => undefined);
  const { user } = await openSheet();
  await user.click(screen.getByRole("button", { name: "Print" }));
  expect(print).toHaveBeenCalledOnce();
  const asked = recordCalls(
    "get",
    "*/api/stops/:id/prep-sheet/export",
    ({ url }) => new URL(url).pathname,
    () => new HttpResponse("section,item\n"),
  );
  await user.click(screen.getByRole("button", { name: "Download CSV" }));
  await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
  expect(vi.mocked(saveFile).mock.calls[0]?.[1]).toBe("prep-sheet.csv");
  expect(asked).toEqual([`/api/stops/${"5".repeat(24)}/prep-sheet/export`]);
});

it.each([404, 403])(
  "says that there is no such stop when the server answers %i",
  async (status) => {
    server.use(
      http.get("*/api/stops/:id/prep-sheet", () => HttpResponse.json({ error: "No" }, { status })),
    );
    renderApp(PATH);
    expect(await screen.findByRole("heading", { level: 1, name: "Stop not found" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Open the schedule" })).toHaveAttribute(
      "href",
      "/admin/schedule",
    );
  },
);

it("has nothing to prepare for a cancelled stop", async () => {
  await openSheet(aPrepSheet({ state: "cancelled" }));
  expect(screen.getByRole("heading", { name: "This stop is cancelled" })).toBeVisible();
  expect(screen.queryByRole("table")).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Print" })).not.toBeInTheDocument();
});

it("leads to the menu while that is empty", async () => {
  await openSheet(aPrepSheet({ items: [] }));
  expect(screen.getByRole("heading", { name: "The menu is empty" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Open the menu" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Print" })).not.toBeInTheDocument();
});

it("keeps what it shows when it cannot load again", async () => {
  const { client } = await openSheet();
  server.use(
    http.get("*/api/stops/:id/prep-sheet", () =>
      HttpResponse.json({ error: "The disk is full." }, { status: 500 }),
    ),
  );
  await client.refetchQueries({ queryKey: ["prep-sheet"] });
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "The prep sheet did not load: The disk is full. What you see may be out of date.",
  );
  expect(screen.getByRole("table")).toBeVisible();
});

it("speaks Spanish", async () => {
  speak("es");
  await openSheet();
  expect(
    screen.getByRole("heading", { name: "Según las últimas 4 paradas en Pier 5 los lunes" }),
  ).toBeVisible();
  expect(screen.getByText("Se agotó antes en 2 de 4")).toBeVisible();
});

it("is reached from the sheet of a stop, unless that is cancelled", async () => {
  const startsAt = new Date(Date.now() + 60_000).toISOString();
  const endsAt = new Date(Date.now() + 3_600_000).toISOString();
  const times = { startsAt, endsAt };
  const gone = { _id: "9".repeat(24), place: { name: "Market Square" }, status: "cancelled" };
  serveSchedule([aPlace()], [aStaffStop(times), aStaffStop({ ...times, ...gone })]);
  servePrepSheet(aPrepSheet());
  const { user } = renderApp("/admin/schedule?view=list");
  await user.click(await screen.findByRole("button", { name: /Market Square/ }));
  const sheet = within(await screen.findByRole("dialog", { name: "Change stop" }));
  expect(sheet.queryByRole("link", { name: "Prep sheet" })).not.toBeInTheDocument();
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: /Pier 5/ }));
  await user.click(await screen.findByRole("link", { name: "Prep sheet" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Prep sheet" })).toBeVisible();
  expect(screen.getByRole("status", { name: "Address" })).toHaveTextContent(PATH);
});

it("is reached from the kitchen for the next stop", async () => {
  serveKitchen([]);
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const here = aStop({ startsAt: inHours(-1), endsAt: inHours(1), state: "open" });
  const next = aStop({ _id: "7".repeat(24), startsAt: inHours(5), endsAt: inHours(8) });
  serveMovingTruck(TRUCK, here, next);
  renderApp("/admin/kitchen");
  const link = await screen.findByRole("link", { name: /^Prep sheet for Pier 5, / });
  expect(link).toHaveAttribute("href", `/admin/schedule/stops/${"7".repeat(24)}/prep-sheet`);
});
