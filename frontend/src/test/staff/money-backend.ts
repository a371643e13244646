/** The drawer with its sheet, the books with their account names, and the tax report, as the screens are served them. */
import type { Books, TaxReport } from "@/domain/api/staff-types";

export const DRAWER = {
  _id: "d".repeat(24),
  truckId: "a".repeat(24),
  openedAt: "2026-11-21T18:00:00Z",
  openedBy: "Ana",
  float: 100,
  cashSales: 54.4,
  cashRefunds: 0,
  payIns: 0,
  payOuts: 12.5,
  beforeOpening: 0,
  expected: 141.9,
  movements: [
    { kind: "pay_out", amount: 12.5, reason: "Ice", at: "2026-11-21T19:00:00Z", by: "Ana" },
  ],
  version: 4,
  closedAt: null,
  closedBy: null,
  counted: null,
  difference: null,
  closeId: null,
  closeNumber: null,
};

const FIGURES = { orders: 5, gross: 50, discounts: 0, tax: 4.4, tip: 0, total: 54.4, refunds: 0 };
const NONE = { orders: 0, gross: 0, discounts: 0, tax: 0, tip: 0, total: 0, refunds: 0 };
export const SHEET = {
  ...DRAWER,
  _id: "c".repeat(24),
  closeNumber: 7,
  truckName: "Spicy Burritos",
  timezone: "America/Los_Angeles",
  from: "2026-11-20T08:00:00Z",
  to: "2026-11-22T06:00:00Z",
  closedBy: "Ana",
  counted: 140,
  difference: -1.9,
  denominations: { "20": 1, "100": 1, "0.50": 40 },
  note: "Tired",
  tenders: { online: NONE, reader: NONE, cash: FIGURES, card: NONE },
  taxes: [{ placeName: "Pier 5", rate: 8.75, taxable: 50, tax: 4.4 }],
  tips: 0,
  discounts: 0,
  refunds: 0,
  cancelled: { orders: 0, total: 0 },
  firstOrderNumber: "101",
  lastOrderNumber: "105",
  open: { orders: 1, total: 10.88 },
  beforeOpening: [],
  late: [],
};

const TAX = {
  gross: 30,
  discounts: 5,
  exempt: 0,
  taxable: 25,
  tax: 2.19,
  refunds: 10.88,
  refundedTax: 0.88,
  netTaxable: 15,
  netTax: 1.31,
  tips: 1.5,
  tenders: { online: 12.38, reader: 0, cash: 16.31, card: 0 },
};
export const SUMS = {
  orders: 2,
  gross: 30,
  discounts: 5,
  exempt: 0,
  taxable: 25,
  tax: 2.19,
  tips: 1.5,
  sales: 28.69,
  refunds: 10.88,
  refundedTax: 0.88,
  disputes: 0,
  movements: 0,
  fees: 1.2,
  transfer: 12.38,
  cash: 5.43,
  card: 12.38,
  platform: null,
};

export function report(more: Partial<TaxReport> = {}): TaxReport {
  const place = { truckId: "t", truckName: "Spicy Burritos", placeId: "p", placeName: "Pier 7" };
  return {
    from: "2026-10-01",
    to: "2026-12-31",
    timezone: "America/Los_Angeles",
    rows: [{ ...TAX, ...place, rate: 8.75 }],
    totals: TAX,
    ...more,
  };
}

export function entry(order: string): Books["entries"][number] {
  return {
    truckId: "t",
    truckName: "Spicy Burritos",
    date: "2026-11-20",
    time: "21:50",
    place: "Pier 7",
    order,
    kind: "sale",
    tender: "cash",
    gross: 10,
    discount: 0,
    taxable: 10,
    exempt: 0,
    tax: 0.88,
    tip: 0,
    total: 10.88,
    fee: 0,
    transfer: 0,
    reference: order,
    instant: "2026-11-21T05:50:00Z",
  };
}

export function books(more: Partial<Books> = {}): Books {
  return {
    from: "2026-11-01",
    to: "2026-11-30",
    timezone: "America/Los_Angeles",
    totals: SUMS,
    days: [{ ...SUMS, date: "2026-11-20" }],
    entries: [entry("101")],
    nextCursor: null,
    ...more,
  };
}

const ACCOUNT_KEYS =
  "cash card processor platform tax tips drawer sales discounts refunds fees disputes overShort";

export function accountNames(more: object = {}) {
  const keys = ACCOUNT_KEYS.split(" ");
  const accounts = Object.fromEntries(keys.map((key) => [key, { name: `A:${key}`, code: "1" }]));
  return {
    accounts,
    taxRates: [{ rate: 8.75, name: "CA" }],
    noTax: "Tax Exempt",
    version: 0,
    ...more,
  };
}

/** The list with the one close. */
export const CLOSES = {
  closes: [
    {
      _id: SHEET._id,
      closeNumber: 7,
      from: SHEET.from,
      to: SHEET.to,
      closedBy: "Ana",
      expected: 141.9,
      counted: 140,
      difference: -1.9,
      total: 54.4,
    },
  ],
  timezone: SHEET.timezone,
  nextCursor: null,
};
