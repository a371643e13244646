import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ComparedTruck, TruckComparison } from "@/domain/api/staff-types";
import { expectNoBarriers } from "@/test/barriers";
import { aStop } from "@/test/fixtures";
import { renderApp } from "@/test/render-app";
import { queryOf, recordCalls, server } from "@/test/server";
import { speak } from "@/test/speak";
import { aComparedTruck, aComparison } from "@/test/staff/reports-backend";
import { aStaffTruck, signInAs } from "@/test/staff/staff";
import "@/test/staff/staff-pages";

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const AT_PIER = aStop({ startsAt: inHours(-1), endsAt: inHours(2), takesOrders: true });
const TOMORROW = aStop({
  startsAt: inHours(24),
  endsAt: inHours(26),
  place: { name: "Canal Park" },
});

const BURRITOS = aComparedTruck({
  orders: 31,
  revenue: 412.5,
  lateOrders: 2,
  schedule: { mode: "stops", state: "open", current: AT_PIER, next: null },
});
const NOODLES = aComparedTruck({
  truckId: "9".repeat(24),
  name: "Noodle Wagon",
  orders: 4,
  revenue: 1250,
  schedule: { mode: "stops", state: "opens_later", current: null, next: TOMORROW },
  stopChanges: { cancelled: 1, late: 0, moved: 2, endedEarly: 0 },
});
const PAUSED = aComparedTruck({
  truckId: "8".repeat(24),
  name: "Curry Corner",
  acceptingOrders: false,
});
const EMPTY = aComparedTruck({ truckId: "6".repeat(24), name: "Bao Bus", orderable: false });
const GONE = aComparedTruck({ truckId: "7".repeat(24), name: "Bagel Bus", isActive: false });
const TOTALS: TruckComparison["totals"] = {
  orders: 35,
  revenue: 1662.5,
  lateOrders: 2,
  stopChanges: { cancelled: 1, late: 0, moved: 2, endedEarly: 0 },
};

function serve(trucks: ComparedTruck[], more: Partial<TruckComparison> = {}) {
  return recordCalls("get", "*/api/analytics/trucks", queryOf, (query) => {
    const asked = new URLSearchParams(query);
    const days = { from: asked.get("from") ?? "", to: asked.get("to") ?? "" };
    return HttpResponse.json(aComparison(trucks, { totals: TOTALS, ...days, ...more }));
  });
}

// By text and label: on a page this large, looking for a role takes a hundred times as long.
const rowOf = async (name: string) => {
  const heading = (await screen.findAllByText(name)).map((found) => found.closest("th"));
  const row = heading.find((found) => found?.scope === "row")?.closest("tr");
  if (!row) throw new Error(`There is no row ${name}.`);
  return within(row);
};
const headings = (): HTMLTableCellElement[] => [
  ...document.querySelectorAll<HTMLTableCellElement>("th[scope=row]"),
];
const names = () => headings().map((header) => header.textContent);
const headingOf = (name: string) => screen.getByText(name, { selector: "th button > span" });

afterEach(() => speak("en"));

beforeEach(() => {
  signInAs("superadmin");
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json([aStaffTruck()])),
    http.get("*/api/menu-items/truck/:id", () => HttpResponse.json([])),
    http.get("*/api/orders/counts", () => HttpResponse.error()),
  );
});

it("says of each truck what it sold, whether it is open and where, and what went wrong", async () => {
  serve([BURRITOS, NOODLES, PAUSED, EMPTY, GONE]);
  renderApp("/admin/dashboard?day=2026-11-21");
  const burritos = await rowOf("Spicy Burritos");
  expect(burritos.getByText(/^Open until \d/)).toBeVisible();
  expect(burritos.getByText("at Pier 5")).toBeVisible();
  expect(burritos.getByText("31")).toBeVisible();
  expect(burritos.getByText("$412.50")).toBeVisible();
  expect(burritos.getByText("2 late orders")).toBeVisible();
  const noodles = await rowOf("Noodle Wagon");
  expect(noodles.getByText(/^Opens /)).toBeVisible();
  expect(noodles.getByText("at Canal Park")).toBeVisible();
  expect(noodles.getByText("1 cancelled and 2 moved")).toBeVisible();
  expect((await rowOf("Curry Corner")).getByText(/taking a break/i)).toBeVisible();
  expect((await rowOf("Bao Bus")).getByText("Nothing to order now")).toBeVisible();
  expect((await rowOf("Bagel Bus")).getByText("Inactive")).toBeVisible();
  const totals = await rowOf("All food trucks");
  for (const text of ["1 of 5 open", "35", "$1,662.50", "2 late orders", "1 cancelled and 2 moved"])
    expect(totals.getByText(text)).toBeVisible();
});

it("has no serious barrier", async () => {
  serve([BURRITOS, NOODLES]);
  renderApp("/admin/dashboard?day=2026-11-21");
  const row = await rowOf("Noodle Wagon");
  expect(row.getByText("1 cancelled and 2 moved")).toBeVisible();
  const table = document.querySelector("table")?.closest("section");
  expect(table).toHaveAccessibleName("All food trucks side by side");
  await expectNoBarriers();
});

it("leads from each row to the truck's orders, schedule and analytics of these days", async () => {
  serve([BURRITOS]);
  renderApp("/admin/dashboard?day=2026-11-21");
  const row = await rowOf("Spicy Burritos");
  const of = `truck=${BURRITOS.truckId}`;
  for (const [name, address] of [
    ["31, Orders of Spicy Burritos", `/admin/orders?${of}`],
    ["None, Schedule of Spicy Burritos", `/admin/schedule?${of}&week=2026-11-21`],
    [
      "$412.50, Analytics of Spicy Burritos",
      `/admin/analytics?${of}&from=2026-11-21&to=2026-11-21`,
    ],
  ] as const)
    expect(row.getByRole("link", { name })).toHaveAttribute("href", address);
});

it("sorts by the pressed heading, and the other way round at the next press", async () => {
  serve([GONE, PAUSED, NOODLES, BURRITOS]);
  const { user } = renderApp("/admin/dashboard");
  const press = (name: string) => user.click(headingOf(name));
  await rowOf("Bagel Bus");
  const [bagel, curry, noodle, spicy] = [GONE, PAUSED, NOODLES, BURRITOS].map(({ name }) => name);
  expect(names()).toEqual([bagel, curry, noodle, spicy, "All food trucks"]);
  await press("Revenue");
  expect(names().slice(0, 2)).toEqual([noodle, spicy]);
  const heading = headingOf("Revenue").closest("th");
  expect(heading).toHaveAttribute("aria-sort", "descending");
  await press("Revenue");
  expect(heading).toHaveAttribute("aria-sort", "ascending");
  expect(names().slice(0, 4)).toEqual([bagel, curry, spicy, noodle]);
  await press("Now");
  expect(names().slice(0, 4)).toEqual([spicy, noodle, curry, bagel]);
  await user.selectOptions(screen.getByLabelText("Sort by"), "Changed stops");
  expect(names()[0]).toBe(noodle);
});

it("goes day by day and week by week, and back to today", async () => {
  const asked = serve([BURRITOS]);
  const { user } = renderApp("/admin/dashboard?day=2026-11-21");
  expect(await screen.findByText("Sat, Nov 21, 2026, on each truck's own clock")).toBeVisible();
  await user.click(screen.getByLabelText("Previous day"));
  expect(await screen.findByText("Fri, Nov 20, 2026, on each truck's own clock")).toBeVisible();
  await user.click(screen.getByLabelText("Week"));
  expect(await screen.findByText("Nov 16 to Nov 22, on each truck's own clock")).toBeVisible();
  await user.click(screen.getByLabelText("Next week"));
  expect(await screen.findByText("Nov 23 to Nov 29, on each truck's own clock")).toBeVisible();
  expect(asked).toEqual([
    "from=2026-11-21&to=2026-11-21",
    "from=2026-11-20&to=2026-11-20",
    "from=2026-11-16&to=2026-11-22",
    "from=2026-11-23&to=2026-11-29",
  ]);
  await user.click(screen.getByLabelText("Day"));
  await user.click(screen.getByText("Today"));
  await waitFor(() => expect(screen.queryByText("Today")).toBeNull());
});

it("reads the figures again while it is open, like the open orders above it", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    let orders = 31;
    server.use(
      http.get("*/api/analytics/trucks", () =>
        HttpResponse.json(aComparison([{ ...BURRITOS, orders }])),
      ),
    );
    renderApp("/admin/dashboard");
    expect((await rowOf("Spicy Burritos")).getByText("31")).toBeVisible();
    orders = 32;
    await vi.advanceTimersByTimeAsync(30_000);
    await waitFor(async () =>
      expect((await rowOf("Spicy Burritos")).getByText("32")).toBeVisible(),
    );
  } finally {
    vi.useRealTimers();
  }
});

it("shows twelve of fifty trucks at first, the sums of all, and says how many it leaves out", async () => {
  const fifty = Array.from({ length: 50 }, (_, number) =>
    aComparedTruck({ truckId: String(number).padStart(24, "0"), name: `Truck ${number + 10}` }),
  );
  serve(fifty, { moreTrucks: 3 });
  const { user } = renderApp("/admin/dashboard");
  await rowOf("Truck 10");
  expect(names()).toHaveLength(13);
  expect((await rowOf("All food trucks")).getByText("50 of 50 open")).toBeVisible();
  expect(screen.getByText(/^3 more food trucks are not in this table/)).toBeVisible();
  await user.click(screen.getByText("Show all 50 food trucks"));
  expect(names()).toHaveLength(51);
  await waitFor(() => expect(screen.getByText("Show fewer food trucks")).toHaveFocus());
});

it("is not there while there is no truck", async () => {
  serve([]);
  server.use(http.get("*/api/trucks", () => HttpResponse.json([])));
  renderApp("/admin/dashboard");
  expect(await screen.findByRole("link", { name: "Add First Truck" })).toBeVisible();
  await waitFor(() => expect(screen.queryByText("All food trucks side by side")).toBeNull());
});

it("is the superadmin's", async () => {
  signInAs("admin");
  const asked = serve([BURRITOS]);
  renderApp("/admin/dashboard");
  await screen.findByText("No menu items yet");
  expect(asked).toEqual([]);
});

it("speaks Spanish", async () => {
  speak("es");
  serve([BURRITOS, NOODLES]);
  renderApp("/admin/dashboard?day=2026-11-21");
  const row = await rowOf("Noodle Wagon");
  expect(row.getByText("1 cancelada y 2 cambiaron de lugar")).toBeVisible();
  expect(screen.getAllByText("2 órdenes atrasadas")[0]).toBeVisible();
});
