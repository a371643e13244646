import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Analytics, AnalyticsTotals } from "@/domain/api/staff-types";
import { dayInZone } from "@/domain/time/wall-clock";
import { renderApp } from "@/test/render-app";
import { recordCalls, server } from "@/test/server";
import { aStaffTruck, signInAs } from "@/test/staff/staff";
import { saveFile } from "@/ui/browser/save-file-and-open-document";

vi.mock("@/ui/browser/save-file-and-open-document");

const TRUCK = aStaffTruck({ timezone: "America/New_York" });
const TODAY = dayInZone(new Date(), "America/New_York");

const TOTALS: AnalyticsTotals = {
  revenue: 1120,
  tips: 0,
  discounts: 0,
  orders: 80,
  averageOrder: 14,
  itemsSold: 190,
  cancelledShare: 0.05,
  refundedShare: 0.01,
  medianMinutesToReady: 12,
};
const BEFORE: AnalyticsTotals = {
  revenue: 1000,
  tips: 0,
  discounts: 0,
  orders: 100,
  averageOrder: 10,
  itemsSold: 190,
  cancelledShare: 0.04,
  refundedShare: 0.03,
  medianMinutesToReady: 15,
};
const NOTHING: AnalyticsTotals = {
  revenue: 0,
  tips: 0,
  discounts: 0,
  orders: 0,
  averageOrder: 0,
  itemsSold: 0,
  cancelledShare: 0,
  refundedShare: 0,
  medianMinutesToReady: null,
};

function aReport(overrides: Partial<Analytics> = {}): Analytics {
  return {
    from: "2026-11-15",
    to: "2026-11-21",
    timezone: "America/New_York",
    totals: TOTALS,
    previous: BEFORE,
    byDay: [
      { date: "2026-11-20", revenue: 800, orders: 30 },
      { date: "2026-11-21", revenue: 320, orders: 50 },
    ],
    byHour: [
      { hour: 12, revenue: 700, orders: 40 },
      { hour: 18, revenue: 420, orders: 40 },
    ],
    topItems: [
      { menuItemId: "a".repeat(24), name: "Carnitas taco", quantity: 60, revenue: 240 },
      { menuItemId: null, name: "Horchata", quantity: 30, revenue: 90 },
    ],
    ...overrides,
  };
}

function serveReport(report: Partial<Analytics> = {}) {
  return recordCalls(
    "get",
    "*/api/analytics",
    (request) => new URL(request.url).search,
    () => HttpResponse.json(aReport(report)),
  );
}

beforeEach(() => {
  signInAs("admin");
  server.use(http.get("*/api/trucks", () => HttpResponse.json([TRUCK])));
  serveReport();
});

function figure(label: string): string {
  return screen.getByText(label, { selector: "dt" }).parentElement?.textContent ?? "";
}

describe("the figures", () => {
  it("come with their change against the period before, in words", async () => {
    renderApp("/admin/analytics");
    await screen.findByText("Revenue", { selector: "dt" });
    expect(figure("Revenue")).toBe("Revenue$1,120.00Up 12% from $1,000.00");
    expect(figure("Orders")).toBe("Orders80Down 20% from 100");
    expect(figure("Average order")).toBe("Average order$14.00Up 40% from $10.00");
    expect(figure("Items sold")).toBe("Items sold190Same as before");
    expect(figure("Median time to ready")).toBe(
      "Median time to ready12 min3 min faster than 15 min before",
    );
    expect(figure("Cancelled")).toBe("Cancelled5.0%Up 1 point from 4.0%");
    expect(figure("Refunded")).toBe("Refunded1.0%Down 2 points from 3.0%");
    expect(
      screen.getByText("Compared with the 7 days before (Nov 8 to Nov 14)."),
    ).toBeInTheDocument();
  });

  it("are read again at each visit, however soon it comes", async () => {
    const asked = serveReport();
    const { user, client } = renderApp("/admin/profile");
    client.setDefaultOptions({ queries: { retry: false, staleTime: 30_000 } });
    const [link] = await screen.findAllByRole("link", { name: "Analytics" });
    if (!link) throw new Error("no such place");
    await user.click(link);
    await screen.findByText("Revenue", { selector: "dt" });
    expect(asked).toHaveLength(1);
    await user.click(screen.getByRole("link", { name: /your profile/ }));
    await screen.findByRole("heading", { level: 1, name: "Your profile" });
    await user.click(link);
    await waitFor(() => expect(asked).toHaveLength(2));
  });

  it("name the zone that the days are counted in", async () => {
    renderApp("/admin/analytics");
    expect(
      await screen.findByText(
        "Sun, Nov 15, 2026 to Sat, Nov 21, 2026, in Eastern Time (America/New_York).",
      ),
    ).toBeInTheDocument();
  });

  it("say when nothing became ready", async () => {
    serveReport({ totals: { ...TOTALS, medianMinutesToReady: null } });
    renderApp("/admin/analytics");
    await screen.findByText("Revenue", { selector: "dt" });
    expect(figure("Median time to ready")).toBe("Median time to readyNo data");
  });

  it("stand alone when nothing was sold in the period before", async () => {
    serveReport({ previous: NOTHING });
    renderApp("/admin/analytics");
    expect(
      await screen.findByText("No orders in the 7 days before (Nov 8 to Nov 14)."),
    ).toBeInTheDocument();
    expect(figure("Revenue")).toBe("Revenue$1,120.00");
    expect(figure("Cancelled")).toBe("Cancelled5.0%");
  });

  it("list the top items in order", async () => {
    renderApp("/admin/analytics");
    const table = await screen.findByRole("table", { name: "Top items" });
    const rows = within(table).getAllByRole("row");
    expect(rows.map((row) => row.textContent)).toEqual([
      "ItemSoldRevenue before discounts",
      expect.stringMatching(/^Carnitas taco.*60.*\$240\.00$/),
      expect.stringMatching(/^Horchata.*30.*\$90\.00$/),
    ]);
  });
});

describe("the charts", () => {
  it("say in words what they show, for revenue and for orders", async () => {
    const { user } = renderApp("/admin/analytics");
    const byDay = within(await screen.findByRole("region", { name: "By day" }));
    expect(byDay.getByRole("img")).toHaveAccessibleName(
      "Revenue by day: bar chart. Best day: Fri, Nov 20, 2026, with $800.00.",
    );
    await user.click(byDay.getByRole("radio", { name: "Orders" }));
    expect(byDay.getByText("Best day: Sat, Nov 21, 2026, with 50 orders.")).toBeInTheDocument();
    const byHour = within(screen.getByRole("region", { name: "By hour of day" }));
    expect(byHour.getByRole("img")).toHaveAccessibleName(
      "Revenue by hour of day: bar chart. Best hour: 12 PM to 1 PM, with $700.00.",
    );
  });

  it("can each be read as a table, days without a sale too", async () => {
    const { user } = renderApp("/admin/analytics");
    const byDay = within(await screen.findByRole("region", { name: "By day" }));
    await user.click(byDay.getByRole("radio", { name: "Table" }));
    expect(byDay.queryByRole("img")).not.toBeInTheDocument();
    const rows = byDay.getAllByRole("row");
    expect(rows).toHaveLength(8);
    expect(rows[1]).toHaveAccessibleName(/Sun, Nov 15, 2026.*0.*\$0\.00/);
    expect(rows[6]).toHaveAccessibleName(/Fri, Nov 20, 2026.*30.*\$800\.00/);
    const byHour = within(screen.getByRole("region", { name: "By hour of day" }));
    expect(byHour.getByRole("img")).toBeInTheDocument();
    await user.click(byHour.getByRole("radio", { name: "Table" }));
    expect(byHour.getAllByRole("row")).toHaveLength(10);
    expect(byHour.getByRole("row", { name: /6 PM to 7 PM.*40.*\$420\.00/ })).toBeInTheDocument();
    await user.click(byHour.getByRole("radio", { name: "Chart" }));
    expect(byHour.getByRole("img")).toBeInTheDocument();
  });

  it("leave out the days when there is only one", async () => {
    serveReport({ from: "2026-11-21", to: "2026-11-21" });
    renderApp("/admin/analytics?period=today");
    expect(await screen.findByRole("region", { name: "By hour of day" })).toBeInTheDocument();
    expect(screen.queryByRole("region", { name: "By day" })).not.toBeInTheDocument();
    expect(screen.getByText("Compared with the day before (Nov 20).")).toBeInTheDocument();
  });
});

describe("the period", () => {
  it("is the last 30 days in the truck's zone, until another is chosen", async () => {
    const asked = serveReport();
    const { user } = renderApp("/admin/analytics");
    await screen.findByText("Revenue", { selector: "dt" });
    await user.click(screen.getByRole("radio", { name: "Today" }));
    await waitFor(() => expect(asked).toHaveLength(2));
    const days = asked.map((search) => {
      const query = new URLSearchParams(search);
      const span = Date.parse(query.get("to") ?? "") - Date.parse(query.get("from") ?? "");
      return [query.get("truckId"), query.get("to"), span / 86_400_000 + 1];
    });
    expect(days).toEqual([
      [TRUCK._id, TODAY, 30],
      [TRUCK._id, TODAY, 1],
    ]);
    expect(screen.getByLabelText("Address")).toHaveTextContent("period=today");
  });

  it("can be any days, asked for once they make sense", async () => {
    const asked = serveReport();
    const { user } = renderApp("/admin/analytics");
    await screen.findByText("Revenue", { selector: "dt" });
    await user.click(screen.getByRole("radio", { name: "Custom" }));
    const [from, to] = [screen.getByLabelText("From"), screen.getByLabelText("To")];
    fireEvent.change(from, { target: { value: "2026-02-10" } });
    fireEvent.change(to, { target: { value: "2026-02-01" } });
    await user.click(screen.getByRole("button", { name: "Show" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "The first day must not be after the last day",
    );
    expect(asked).toHaveLength(1);
    fireEvent.change(from, { target: { value: "2026-02-01" } });
    fireEvent.change(to, { target: { value: "2026-02-10" } });
    await user.click(screen.getByRole("button", { name: "Show" }));
    await waitFor(() =>
      expect(asked[1]).toBe(`?truckId=${TRUCK._id}&from=2026-02-01&to=2026-02-10`),
    );
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(screen.getByLabelText("Address")).toHaveTextContent("from=2026-02-01&to=2026-02-10");
  });

  it("keeps the figures in sight while the next ones load", async () => {
    const { user } = renderApp("/admin/analytics");
    await screen.findByText("Revenue", { selector: "dt" });
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.get("*/api/analytics", async () => {
        await answered;
        return HttpResponse.json(aReport({ totals: { ...TOTALS, revenue: 7 } }));
      }),
    );
    await user.click(screen.getByRole("radio", { name: "7 days" }));
    expect(screen.getByText("Loading analytics...")).toBeInTheDocument();
    expect(screen.getByText("$1,120.00")).toBeInTheDocument();
    answer();
    expect(await screen.findByText("$7.00")).toBeInTheDocument();
    expect(screen.queryByText("Loading analytics...")).not.toBeInTheDocument();
  });
});

describe("instead of the figures", () => {
  it("an empty period is said to be one", async () => {
    serveReport({ totals: NOTHING, byDay: [], byHour: [], topItems: [] });
    renderApp("/admin/analytics");
    expect(await screen.findByText("No orders in this period")).toBeInTheDocument();
    expect(screen.queryByRole("region", { name: "By day" })).not.toBeInTheDocument();
  });

  it("an admin without a truck is told so", async () => {
    signInAs("truckless");
    server.use(http.get("*/api/trucks", () => HttpResponse.json([])));
    const asked = serveReport();
    renderApp("/admin/analytics");
    expect(await screen.findByText("No Truck Assigned")).toBeInTheDocument();
    expect(asked).toEqual([]);
  });
});

it("is about every truck for a superadmin, until one is chosen", async () => {
  signInAs("superadmin");
  const asked = serveReport();
  const { user } = renderApp("/admin/analytics?period=7");
  await screen.findByText("Revenue", { selector: "dt" });
  await user.selectOptions(screen.getByRole("combobox", { name: "Food truck" }), TRUCK.name);
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked.map((search) => new URLSearchParams(search).get("truckId"))).toEqual([
    null,
    TRUCK._id,
  ]);
  expect(screen.getByRole("radio", { name: "7 days" })).toBeChecked();
});

it("exports what it shows", async () => {
  const asked = recordCalls(
    "get",
    "*/api/analytics/export",
    (request) => new URL(request.url).search,
    () => new HttpResponse("day,revenue\n"),
  );
  const { user } = renderApp("/admin/analytics?from=2026-02-01&to=2026-02-10");
  await user.click(await screen.findByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
  const [file, name] = vi.mocked(saveFile).mock.lastCall ?? [];
  expect([await file?.text(), name]).toEqual(["day,revenue\n", "analytics.csv"]);
  expect(asked).toEqual([`?truckId=${TRUCK._id}&from=2026-02-01&to=2026-02-10`]);
});

it("says why an export failed", async () => {
  server.use(
    http.get("*/api/analytics/export", () =>
      HttpResponse.json({ error: "The disk is full." }, { status: 500 }),
    ),
  );
  const { user } = renderApp("/admin/analytics");
  await user.click(await screen.findByRole("button", { name: "Export CSV" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "The download failed: The disk is full.",
  );
  expect(saveFile).not.toHaveBeenCalled();
});
