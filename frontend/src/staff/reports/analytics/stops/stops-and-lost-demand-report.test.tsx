import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { StopAnalytics } from "@/domain/api/staff-types";
import { renderApp } from "@/test/render-app";
import { recordCalls, server } from "@/test/server";
import { speak } from "@/test/speak";
import { aStopGroup, aStopReport, someFigures } from "@/test/staff/reports-backend";
import { aStaffTruck, signInAs } from "@/test/staff/staff";
import { saveFile } from "@/ui/browser/save-file-and-open-document";
// Loaded before the first test, so that none waits for a chunk.
import "@/staff/routes";
import "@/staff/reports/analytics/analytics-page";

vi.mock("@/ui/browser/save-file-and-open-document");

const TRUCK = aStaffTruck({ timezone: "America/New_York" });
const PERIOD = "from=2026-11-15&to=2026-11-21";
const PAGE = `/admin/analytics?view=stops&${PERIOD}`;

const WORSE = aStopGroup({
  key: "7".repeat(24),
  placeName: "Market Square",
  revenue: 90,
  revenuePerHour: 30,
  revenueChange: -0.4,
  placeAverage: { stops: 2, orders: 5, revenue: 150, items: 9, revenuePerHour: 50 },
  stop: { _id: "7".repeat(24), date: "2026-11-21" },
});
const rank = (placeName: string, revenuePerHour: number) => ({
  placeId: placeName,
  placeName,
  truckId: TRUCK._id,
  truckName: TRUCK.name,
  stops: 4,
  revenuePerHour,
});

/** Answers with the report, grouped as it is asked for; keeps what was asked. */
function serve(overrides: Partial<StopAnalytics> = {}) {
  const asked: string[] = [];
  server.use(
    http.get("*/api/analytics/stops", ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      asked.push(search);
      const groupBy = searchParams.get("groupBy") as StopAnalytics["groupBy"];
      return HttpResponse.json(aStopReport({ groupBy, ...overrides }));
    }),
  );
  return asked;
}

beforeEach(() => {
  signInAs("admin");
  server.use(http.get("*/api/trucks", () => HttpResponse.json([TRUCK])));
});
afterEach(() => speak("en"));

const table = () => screen.findByRole("table", { name: /: (every figure|todos los datos)$/ });
const rowsOf = (found: HTMLElement) =>
  within(found)
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.textContent);

it("shows every figure of every stop, and how it did against its place, in words and with a sign", async () => {
  serve({ groups: [aStopGroup(), WORSE], totals: someFigures({ stops: 2, revenue: 510 }) });
  renderApp(PAGE);
  const found = await table();
  const headers = within(found).getAllByRole("columnheader");
  expect(headers.map(({ textContent }) => textContent)).toEqual([
    "Stop",
    "Revenue",
    "Against the place's average",
    "Orders",
    "Revenue per hour",
    "Orders per hour",
    "Average order",
    "Items sold",
    "Refunds",
    "Capacity used",
    "Median to ready",
    "Hours of service",
    "Slot full",
    "Sold out",
    "Not paid",
    "Closed",
  ]);
  expect(rowsOf(found)).toEqual([
    "Fri, Nov 20, 2026Pier 511:00 AM to 2:00 PM$420.00+25%, above $336.0012$140.004$35.0030$11.5017.3%16 min30000",
    "Sat, Nov 21, 2026Market Square11:00 AM to 2:00 PM$90.00-40%, below $150.0012$30.004$35.0030$11.5017.3%16 min30000",
    "All stops$510.00–12$140.004$35.0030$11.5017.3%16 min30000",
  ]);
});

it("draws revenue, orders or revenue per hour, with the place's average as a line", async () => {
  serve({ groups: [aStopGroup(), WORSE] });
  const { user } = renderApp(PAGE);
  const chart = await screen.findByRole("img", { name: /^Revenue by stop/ });
  expect(chart).toHaveAccessibleName(
    "Revenue by stop: bar chart. Best stop: Fri, Nov 20, 2026, Pier 5, with $420.00.",
  );
  expect(screen.getByText("The average of the other stops at the same place.")).toBeVisible();
  expect(screen.getByRole("slider", { name: "By stop: bar by bar" })).toHaveAttribute(
    "aria-valuetext",
    "Fri, Nov 20, 2026, Pier 5: 11:00 AM to 2:00 PM, $420.00, 12 orders, $140.00 an hour, +25%, above $336.00",
  );
  const figure = within(screen.getByRole("group", { name: "By stop: figure" }));
  await user.click(figure.getByRole("radio", { name: "Revenue per hour" }));
  expect(
    screen.getByText("Best stop: Fri, Nov 20, 2026, Pier 5, with $140.00 an hour."),
  ).toBeVisible();
});

it("neither judges a stop that goes on nor draws one that has not begun", async () => {
  const open = aStopGroup({ stop: { state: "open" } });
  const coming = aStopGroup({
    key: "8".repeat(24),
    revenueChange: -1,
    stop: { state: "upcoming" },
  });
  serve({ groups: [open, coming] });
  renderApp(PAGE);
  const [first, second] = rowsOf(await table());
  expect(first).toMatch(/PMOpen\$420\.00Still open; average \$336\.0012/);
  expect(second).toMatch(/PMPlanned\$420\.00–12/);
  expect(screen.getByRole("slider", { name: /^By stop/ })).toHaveAttribute("aria-valuemax", "1");
});

it("groups by place and by weekday, which the address keeps", async () => {
  const places = [{ ...aStopGroup(), stop: null, placeAverage: null, revenueChange: null }];
  const asked = serve({ groups: places });
  const { user } = renderApp(PAGE);
  const grouped = within(await screen.findByRole("group", { name: "Grouped by" }));
  await user.click(grouped.getByRole("radio", { name: "Place" }));
  expect(await screen.findByRole("heading", { name: "By place" })).toBeVisible();
  const groups = within(screen.getByRole("region", { name: "By place" }));
  expect(groups.getByRole("listitem")).toHaveTextContent("Pier 5 $420.001 stop");
  expect(screen.queryByText("Against the place's average")).not.toBeInTheDocument();
  expect(screen.getByLabelText("Address")).toHaveTextContent("by=place");
  serve({ groups: [{ ...aStopGroup(), stop: null, placeName: null, weekday: "sat" }] });
  await user.click(grouped.getByRole("radio", { name: "Weekday" }));
  expect(await screen.findByText("Best weekday: Saturday, with $420.00.")).toBeVisible();
  expect(asked).toEqual([
    `?truckId=${TRUCK._id}&${PERIOD}&groupBy=stop`,
    `?truckId=${TRUCK._id}&${PERIOD}&groupBy=place`,
  ]);
});

it("names the best and the weakest places, or what is missing for that", async () => {
  serve({ bestPlaces: [rank("Pier 5", 163.85)], worstPlaces: [rank("Depot", 95)] });
  const { unmount } = renderApp(PAGE);
  const best = await screen.findByRole("region", { name: "Best places" });
  expect(within(best).getByRole("listitem")).toHaveTextContent("Pier 5 $163.85 an hour4 stops");
  const worst = screen.getByRole("region", { name: "Weakest places" });
  expect(within(worst).getByRole("listitem")).toHaveTextContent("Depot $95.00 an hour4 stops");
  unmount();
  serve();
  renderApp(PAGE);
  expect(await screen.findByText(/at least two of them need a stop that has ended/)).toBeVisible();
});

it("says what was lost, at which hour, as a chart and as a table", async () => {
  serve();
  const { user } = renderApp(PAGE);
  const lost = within(await screen.findByRole("region", { name: "Lost demand" }));
  expect(lost.getByText("Slot full").parentElement).toHaveTextContent(
    /^Slot full2Checkouts refused/,
  );
  const byHour = within(screen.getByRole("region", { name: "Lost demand by hour" }));
  expect(byHour.getByRole("radio", { name: "Closed" })).toBeChecked();
  expect(byHour.getByText("Most often 12 PM to 1 PM: 9.")).toBeVisible();
  await user.click(byHour.getByRole("radio", { name: "Not paid" }));
  expect(byHour.getByText("Most often 12 PM to 1 PM: 4.")).toBeVisible();
  await user.click(byHour.getByRole("radio", { name: "Table" }));
  const row = byHour.getByRole("row", { name: /^12 PM to 1 PM/ });
  const cells = within(row).getAllByRole("cell");
  expect(cells.map((cell) => cell.textContent?.replace(/\D/g, ""))).toEqual(["2", "3", "4", "9"]);
});

it("says where a period has no stop what to do, and what was sold without one", async () => {
  const nothing = { closedViews: 0, slotFull: 0, soldOut: 0, unpaid: 0 };
  const withoutStop = { orders: 12, revenue: 340, averageOrder: 28.33, items: 15 };
  serve({ groups: [], lostDemand: nothing, withoutStop });
  renderApp(PAGE);
  expect(await screen.findByRole("heading", { name: "No stops in this period" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Open the schedule" })).toHaveAttribute(
    "href",
    "/admin/schedule",
  );
  expect(screen.queryByRole("table")).not.toBeInTheDocument();
  expect(screen.getByText("Nothing was lost in this period.")).toBeVisible();
  const without = screen.getByRole("region", { name: "Sales without a stop" });
  expect(without).toHaveTextContent("Revenue$340.00Orders12Average order$28.33Items sold15");
});

it("exports what it shows, and keeps the period when the report changes", async () => {
  serve();
  server.use(http.get("*/api/analytics", () => new Promise<never>(() => undefined)));
  const asked = recordCalls(
    "get",
    "*/api/analytics/stops/export",
    (request) => new URL(request.url).search,
    () => new HttpResponse("section\n"),
  );
  const { user } = renderApp(`/admin/analytics?${PERIOD}`);
  const report = within(await screen.findByRole("group", { name: "Report" }));
  await user.click(report.getByRole("radio", { name: "By stop" }));
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
  expect(vi.mocked(saveFile).mock.lastCall?.[1]).toBe("stops.csv");
  expect(asked).toEqual([`?truckId=${TRUCK._id}&${PERIOD}&groupBy=stop`]);
});

it("names the truck of each stop where it is about all of them", async () => {
  signInAs("superadmin");
  serve();
  renderApp(PAGE);
  expect(rowsOf(await table())[0]).toContain(`2:00 PM${TRUCK.name}$420.00`);
});

it("speaks Spanish", async () => {
  speak("es");
  serve();
  renderApp(PAGE);
  expect(rowsOf(await table())[0]).toMatch(
    /^vie, 20 de nov de 2026Pier 5De las 11:00 a\.m\. a las 2:00 p\.m\.\$420\.00\+25%, arriba de \$336\.00/,
  );
});
