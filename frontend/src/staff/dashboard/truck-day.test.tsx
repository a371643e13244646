import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import type { PlatformDashboard, TruckDashboard } from "@/domain/api/staff-types";
import { expectNoBarriers } from "@/test/barriers";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { aPlatformDashboard, aTruckDashboard, someNeeds } from "@/test/staff/dashboards";
import { aPrepItem } from "@/test/staff/reports-backend";
import { aStaffStop } from "@/test/staff/schedule-backend";
import { aStaffTruck, signInAs } from "@/test/staff/staff";
import { serveStaff } from "@/test/staff/staff-backend";

beforeEach(serveStaff);

const PAYMENTS = { disputes: 1, answerBy: "2026-11-29T23:59:59Z", heldPayments: 2 };

function serveDashboards(
  truck: Partial<TruckDashboard>,
  platform: Partial<PlatformDashboard> = {},
) {
  server.use(
    http.get("*/api/trucks/:id/dashboard", () => HttpResponse.json(aTruckDashboard(truck))),
    http.get("*/api/dashboard", () => HttpResponse.json(aPlatformDashboard(platform))),
  );
}

const waysOf = (list: HTMLElement) =>
  within(list)
    .getAllByRole("link")
    .map((link) => `${link.textContent}: ${link.getAttribute("href")}`);

it("lists what needs a superadmin of all trucks, each with the way there", async () => {
  signInAs("superadmin");
  const truckId = "9".repeat(24);
  serveDashboards(someNeeds({ payments: PAYMENTS }), {
    payments: PAYMENTS,
    failedTexts: 1,
    untoldOrders: [{ orderId: "5".repeat(24), orderNumber: 687 }],
    lateTrucks: [{ truckId, name: "Noodle Wagon", lateOrders: 3 }],
    moreLateTrucks: 1,
    quietTrucks: [
      { truckId, name: "Noodle Wagon", placeName: "Pier 7", since: "2026-11-21T20:00:00Z" },
      { truckId: "8".repeat(24), name: "Curry Corner", placeName: null, since: null },
    ],
    readyDrafts: [{ truckId: "9".repeat(24), name: "Bao Down" }],
  });
  renderApp("/admin/dashboard");
  const list = await screen.findByRole("region", { name: "What needs you, of all trucks" });
  for (const words of [
    "1 disputed payment needs an answer by Nov 29, 2026.",
    "2 card payments are held: customers paid and have no order.",
    "1 text did not arrive. Call the customer.",
    "3 orders are late at Noodle Wagon.",
    "Noodle Wagon has been open at Pier 7 since 12:00 PM and has no order.",
    "Curry Corner is open and has had no order for two hours.",
    "1 more truck has late orders.",
    "Ready to be published: Bao Down.",
  ])
    expect(within(list).getByText(words)).toBeVisible();
  expect(waysOf(list)).toEqual([
    "See held payments: /admin/held-payments",
    "See disputes: /admin/disputes",
    `Order #687: /admin/orders/${"5".repeat(24)}`,
    `Orders of Noodle Wagon: /admin/orders?truck=${truckId}`,
    `Open Noodle Wagon: /admin/schedule?truck=${truckId}`,
    `Open Curry Corner: /admin/schedule?truck=${"8".repeat(24)}`,
    `Publish Bao Down: /admin/trucks/${"9".repeat(24)}`,
  ]);
  // The payments of the truck are among those of all.
  const own = await screen.findByRole("region", { name: "What needs you" });
  expect(within(own).getByText("Nothing needs you right now.")).toBeVisible();
  const nav = within(screen.getByRole("navigation", { name: "Admin" }));
  expect(nav.getByRole("link", { name: "Dashboard 8 things need you" })).toBeVisible();
  expect(nav.getByRole("link", { name: "Disputes 1 waiting for you" })).toBeVisible();
  expect(nav.getByRole("link", { name: "Held payments 2 waiting for you" })).toBeVisible();
  expect(screen.getByRole("button", { name: "More 3 waiting for you" })).toBeInTheDocument();
});

it("lists what needs a truck's admin, each with the way to where it is mended", async () => {
  signInAs("admin");
  serveDashboards(
    someNeeds({
      lateOrders: 1,
      unconfirmedOrders: 2,
      unconfirmedSince: "2026-11-21T20:25:00Z",
      duePayOuts: { count: 1, amount: 12.5 },
      payments: { disputes: 1, answerBy: null, heldPayments: null },
      failedTexts: 2,
      untoldOrders: [
        { orderId: "5".repeat(24), orderNumber: 687 },
        { orderId: "6".repeat(24), orderNumber: 690 },
      ],
      lowCounts: [{ menuItemId: "1".repeat(24), optionId: null, name: "Taco", remaining: 3 }],
      soldOut: [
        { menuItemId: "2".repeat(24), optionId: null, name: "Flan", isCounted: false, until: null },
      ],
      moreSoldOut: 4,
    }),
  );
  renderApp("/admin/dashboard");
  const list = await screen.findByRole("region", { name: "What needs you" });
  expect(
    within(list)
      .getAllByRole("listitem")
      .map((line) => line.querySelector("p")?.textContent),
  ).toEqual([
    "1 order is late.",
    "2 orders wait to be confirmed, the first since 12:25 PM.",
    "$12.50 is to be paid out for 1 refund.",
    "1 disputed payment needs an answer.",
    "2 texts did not arrive. Call the customers.",
    "Few left: Taco (3).",
    "Sold out: Flan and 4 more.",
  ]);
  const of = "truck=507f1f77bcf86cd799439011";
  expect(waysOf(list)).toEqual([
    `Open orders: /admin/orders?${of}`,
    `Confirm orders: /admin/orders?${of}&status=pending`,
    `Pay out: /admin/orders?${of}`,
    `See disputes: /admin/disputes?${of}`,
    `Order #687: /admin/orders/${"5".repeat(24)}`,
    `Order #690: /admin/orders/${"6".repeat(24)}`,
    `Change counts: /admin/orders?${of}&panel=counts`,
    `Change sold out: /admin/orders?${of}&panel=soldOut`,
  ]);
  const nav = within(screen.getByRole("navigation", { name: "Admin" }));
  expect(nav.getByRole("link", { name: "Dashboard 7 things need you" })).toBeVisible();
  await expectNoBarriers();
});

it("leaves out since when orders wait where that is not known", async () => {
  signInAs("admin");
  serveDashboards(someNeeds({ unconfirmedOrders: 1, unconfirmedSince: null }));
  renderApp("/admin/dashboard");
  expect(await screen.findByText("1 order waits to be confirmed.")).toBeVisible();
});

const DAY = { orders: 12, revenue: 210.5, averageOrder: 17.54, medianMinutesToReady: 9 };

it("sets the day's figures beside the same weekday, and the next stop with what to prepare", async () => {
  signInAs("admin");
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json([aStaffTruck({ scheduleMode: "stops" })])),
    http.get("*/api/trucks/:id", () =>
      HttpResponse.json({
        ...aStaffTruck({ scheduleMode: "stops" }),
        schedule: { mode: "stops", state: "closed", current: null, next: null },
      }),
    ),
  );
  const next = aStaffStop({ _id: "7".repeat(24), orders: 5 });
  serveDashboards({
    today: DAY,
    weekAgo: {
      date: "2026-11-14",
      untilNow: { orders: 10, revenue: 210.5, averageOrder: 21.05, medianMinutesToReady: 12 },
      wholeDay: { orders: 31, revenue: 1540, averageOrder: 49.68, medianMinutesToReady: 12 },
    },
    next,
    prepSheet: {
      stopId: next._id,
      basis: "place",
      comparedStops: 3,
      expected: 84,
      preordered: 7,
      items: [aPrepItem({ name: "Carnitas taco", expected: 24 })],
      moreItems: 2,
    },
  });
  renderApp("/admin/dashboard");
  const today = await screen.findByRole("region", { name: "Today so far" });
  expect(
    within(today).getByText(
      "Compared with Saturday, November 14, up to this time of day. That whole day: orders 31, revenue $1,540.00.",
    ),
  ).toBeVisible();
  expect(
    within(today)
      .getAllByRole("definition")
      .map((figure) => figure.textContent),
  ).toEqual([
    "12",
    "Up 20% from 10",
    "$210.50",
    "Same as before",
    "$17.54",
    "Down 17% from $21.05",
    "9 min",
    "3 min faster than 12 min before",
  ]);
  const stop = within(screen.getByRole("region", { name: "Next stop" }));
  expect(stop.getByText(/^Pier 5, .* 5 orders so far\.$/)).toBeVisible();
  expect(
    stop.getByText("Expect about 84 items, 7 already ordered: 24 × Carnitas taco and 2 more."),
  ).toBeVisible();
  expect(stop.getByRole("link", { name: "Prep sheet" })).toHaveAttribute(
    "href",
    `/admin/schedule/stops/${next._id}/prep-sheet`,
  );
  const nav = within(screen.getByRole("navigation", { name: "Admin" }));
  expect(nav.getByRole("link", { name: "Dashboard" })).toBeVisible();
});
