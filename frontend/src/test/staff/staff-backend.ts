import { HttpResponse, http } from "msw";
import type {
  ActivityEvent,
  Analytics,
  AnalyticsTotals,
  Checklist,
  ConnectStatus,
  HeldPayment,
  Ledger,
  ListedDispute,
} from "@/domain/api/staff-types";
import type { Offer } from "@/staff/offers/api";
import { aStop } from "@/test/fixtures";
import { server } from "@/test/server";
import { aPlatformDashboard, aTruckDashboard, someNeeds } from "./dashboards";
import { accountNames, books, CLOSES, DRAWER, report, SHEET } from "./money-backend";
import { aReader } from "./readers-backend";
import {
  aComparedTruck,
  aComparison,
  aPrepSheet,
  aStopReport,
  aStopResult,
} from "./reports-backend";
import {
  aCount,
  aPlace,
  aStaffStop,
  serveCounter,
  serveMovingTruck,
  someCounts,
  someLoads,
} from "./schedule-backend";
import { aCustomer, anOptionSet, anOrder, aStaffMenuItem, aStaffTruck, aUser } from "./staff";

/** One of everything, as the staff's screens are served it by `serveStaff`. */
export const TRUCK = aStaffTruck();
export const ITEM = aStaffMenuItem();
export const ORDER = anOrder();

export const PLACE = aPlace();
export const READER = aReader();
export const CUSTOMER = aCustomer();

export const MARISOL = aUser({
  _id: "1".repeat(24),
  name: "Marisol Vega",
  email: "marisol@spicy.example",
  truckId: TRUCK._id,
  truckName: TRUCK.name,
});

const STRIPE: ConnectStatus = {
  hasStripeAccount: true,
  onboardingComplete: true,
  chargesEnabled: true,
  payoutsEnabled: true,
  requirements: { past_due: [], currently_due: [] },
};

/** Of a draft without a menu. */
const CHECKLIST: Checklist = {
  truckId: TRUCK._id,
  isDraft: true,
  canPublish: false,
  points: [
    { name: "menu", done: false, required: true, by: "admin", allowed: true, count: 0 },
    { name: "staff", done: true, required: false, by: "superadmin", allowed: false, count: 1 },
  ],
};

const TOTALS: AnalyticsTotals = {
  revenue: 8.7,
  tips: 0,
  discounts: 0,
  orders: 1,
  averageOrder: 8.7,
  itemsSold: 2,
  cancelledShare: 0,
  refundedShare: 0,
  medianMinutesToReady: 12,
};

const REPORT: Analytics = {
  from: "2026-11-15",
  to: "2026-11-21",
  timezone: TRUCK.timezone,
  totals: TOTALS,
  previous: TOTALS,
  byDay: [{ date: "2026-11-20", revenue: 8.7, orders: 1 }],
  byHour: [{ hour: 12, revenue: 8.7, orders: 1 }],
  topItems: [{ menuItemId: ITEM._id, name: ITEM.name, quantity: 2, revenue: 8 }],
};

const MONEY = {
  items: 8,
  tax: 0.7,
  tip: 0,
  discount: 0,
  total: 8.7,
  refunds: 0,
  disputed: 0,
  transfer: 8.7,
  fee: 0,
  net: 0,
};

const LEDGER: Ledger = {
  from: "2026-10-23",
  to: "2026-11-21",
  timezone: TRUCK.timezone,
  totals: { ...MONEY, orders: 1 },
  byTruck: [{ ...MONEY, orders: 1, truckId: TRUCK._id, truckName: TRUCK.name }],
  entries: [
    {
      ...MONEY,
      _id: ORDER._id,
      orderNumber: ORDER.orderNumber,
      truckId: TRUCK._id,
      truckName: TRUCK.name,
      createdAt: "2026-11-20T02:30:00Z",
      paymentStatus: "paid",
      paymentIntentId: "pi_101",
      tender: "online",
    },
  ],
  nextCursor: null,
};

export const HELD: HeldPayment = {
  _id: "e".repeat(24),
  paymentIntentId: "pi_1",
  reason: "different amount",
  amount: 21.75,
  expected: 99.99,
  currency: "usd",
  truckId: TRUCK._id,
  truckName: TRUCK.name,
  timezone: TRUCK.timezone,
  customerName: "Ada Lovelace",
  customerPhone: "+12133734253",
  createdAt: "2026-11-20T02:30:00Z",
  decision: null,
  decidedBy: null,
  decidedAt: null,
  note: null,
  refunds: [],
  refundable: 21.75,
  disputed: false,
};

export const DISPUTE: ListedDispute = {
  _id: "du_1",
  orderId: ORDER._id,
  orderNumber: ORDER.orderNumber,
  orderStatus: "cancelled",
  heldPaymentId: null,
  truckId: TRUCK._id,
  truckName: TRUCK.name,
  timezone: TRUCK.timezone,
  customerName: "Ada Lovelace",
  amount: 8.7,
  reason: "fraudulent",
  status: "needs_response",
  state: "needs_answer",
  answerBy: "2026-11-29T23:59:59Z",
  createdAt: "2026-11-20T02:30:00Z",
};

/** What waits of payments. */
const PAYMENTS = { disputes: 1, answerBy: DISPUTE.answerBy, heldPayments: 2 };

/** Of an order, and of a held payment that has none and of which nothing else is known. */
export const DISPUTES: ListedDispute[] = [
  DISPUTE,
  {
    ...DISPUTE,
    _id: "du_2",
    orderId: null,
    orderNumber: null,
    orderStatus: null,
    heldPaymentId: HELD._id,
    truckId: null,
    truckName: null,
    timezone: null,
    customerName: null,
  },
];

export const EVENT: ActivityEvent = {
  _id: "1".repeat(24),
  at: "2026-11-20T02:30:00Z",
  action: "menu_item.price_changed",
  actor: { _id: MARISOL._id, name: MARISOL.name, role: "admin" },
  truckId: TRUCK._id,
  truckName: TRUCK.name,
  subjectKind: "menu_item",
  subjectId: ITEM._id,
  details: [
    { name: "name", after: "Taco" },
    { name: "price", before: "$4.50", after: "$5.25" },
  ],
  requestId: "0123456789abcdef",
  address: "192.0.2.0/24",
  number: 7,
};

const COUNTS = { pending: 1, confirmed: 0, preparing: 0, ready: 0, completed: 0, cancelled: 0 };

export const OFFER: Offer = {
  _id: "64b0000000000000000000f1",
  truckId: TRUCK._id,
  code: "TACO10",
  percent: 10,
  amount: null,
  minSubtotal: 15,
  startsAt: null,
  endsAt: null,
  maxUses: 30,
  oncePerPhone: false,
  isPaused: false,
  uses: 3,
  state: "active",
  version: 1,
  createdAt: "2026-05-01T12:00:00Z",
  endedAt: null,
};

/** Answers every reading call of the staff's screens. */
export function serveStaff(): void {
  const answers: [string, object][] = [
    ["trucks/slug-check", { slug: TRUCK.slug, available: true, reason: null }],
    ["trucks/:id", TRUCK],
    ["trucks", [TRUCK]],
    ["menu-items/truck/:id", [ITEM]],
    ["menu-items/:id", ITEM],
    ["orders/counts", COUNTS],
    ["orders/:id", ORDER],
    ["customers/:id", CUSTOMER],
    ["analytics", REPORT],
    ["analytics/trucks", aComparison([aComparedTruck({ truckId: TRUCK._id, name: TRUCK.name })])],
    ["analytics/stops", aStopReport()],
    ["stops/:id/result", aStopResult()],
    ["payments/disputes", { disputes: [DISPUTE] }],
    ["dashboard", aPlatformDashboard({ payments: PAYMENTS })],
    ["trucks/:id/dashboard", aTruckDashboard(someNeeds({ payments: PAYMENTS }))],
    ["payments/reviews", { reviews: [HELD], open: 1 }],
    ["users", [MARISOL]],
    ["places", [PLACE]],
    ["offers", [OFFER]],
    ["option-sets", [anOptionSet({ items: [{ _id: ITEM._id, name: ITEM.name }] })]],
    ["menu-imports", []],
    ["stop-series", []],
    ["stops/:id/slots", someLoads(new Date().toISOString(), [9, 12, 14])],
    ["stops/:id/prep-sheet", aPrepSheet()],
    ["stops/:id/disruptions", []],
    ["disruptions", []],
    ["stops/:id/stock", someCounts([aCount({ menuItemId: ITEM._id })])],
    ["drawer-sessions", { sessions: [DRAWER], open: DRAWER, waitingCash: 0, nextCursor: null }],
    ["day-closes", CLOSES],
    ["day-closes/:id", SHEET],
    ["books", books()],
    ["books/accounts", accountNames()],
    ["tax-report", report()],
    ["readers", { readers: [READER] }],
    ["printers", { printers: [] }],
    ["print-jobs", { printJobs: [] }],
    ["stripe/connect/account-status/:id", STRIPE],
    ["trucks/:id/checklist", CHECKLIST],
    ["config", { currency: "usd", taxRate: 8.75, devTools: false }],
  ];
  serveCounter({ taxRate: TRUCK.taxRate });
  server.use(
    http.get("*/health", () => HttpResponse.json({ status: "ok" })),
    http.get("*/stream", () => new Promise<never>(() => undefined)),
    servePages("customers/:id/orders", "orders", { orders: [ORDER], total: 1 }),
    servePages("customers", "customers", { customers: [CUSTOMER], total: 1 }),
    servePages("ledger", "entries", LEDGER),
    servePages("audit", "events", { events: [EVENT], total: 1 }),
    ...answers.map(([path, body]) => http.get(`*/api/${path}`, () => HttpResponse.json(body))),
    // As far as it is known here.
    http.get("*/api/stops/proposal", () => HttpResponse.json({}, { status: 503 })),
    // In the week that is asked for, whichever that is.
    http.get("*/api/stops", ({ request }) =>
      HttpResponse.json([aStaffStop(lunchAfter(new URL(request.url).searchParams.get("from")))]),
    ),
    http.get("*/api/orders", ({ request }) => {
      const status = new URL(request.url).searchParams.get("status") ?? ORDER.status;
      const shown = status === ORDER.status ? [ORDER] : [];
      return HttpResponse.json({ orders: shown, total: shown.length, nextCursor: null });
    }),
  );
}

/** The stop of each week is over. */
export function serveStopBefore(): void {
  server.use(
    http.get("*/api/stops", ({ request }) => {
      const times = lunchAfter(new URL(request.url).searchParams.get("from"));
      return HttpResponse.json([aStaffStop({ ...times, state: "ended" })]);
    }),
  );
}

/** The truck stands at a stop that began an hour ago. */
export function serveStopNow(): void {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const times = { startsAt: inHours(-1), endsAt: inHours(2) };
  serveMovingTruck(TRUCK, aStop({ ...times, state: "open", takesOrders: true, slotCapacity: 12 }));
}

/** A list with a second page, which is empty. */
function servePages(path: string, list: string, first: object) {
  return http.get(`*/api/${path}`, ({ request }) => {
    const isSecond = new URL(request.url).searchParams.has("cursor");
    return HttpResponse.json(
      isSecond ? { ...first, [list]: [], nextCursor: null } : { ...first, nextCursor: "next" },
    );
  });
}

/** A lunch on the second day of a period. */
function lunchAfter(from: string | null) {
  const start = Date.parse(from ?? "2026-06-01T00:00:00Z") + 40 * 3_600_000;
  const startsAt = new Date(start).toISOString();
  const endsAt = new Date(start + 3 * 3_600_000).toISOString();
  return { startsAt, endsAt, date: startsAt.slice(0, 10) };
}
