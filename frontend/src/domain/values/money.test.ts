import { describe, expect, it } from "vitest";
// biome-ignore lint/style/noRestrictedImports: one table of cases tests both the server and the browser.
import cases from "../../../../backend/tests/data/money_cases.json";
import {
  cartTotals,
  dollarsToCents,
  formatCents,
  formatDollars,
  formatSum,
  lineCents,
  optionCharges,
  parseDollars,
  parsePercent,
  taxCents,
} from "./money";

describe("tax", () => {
  it("agrees with the table that the server is tested with", () => {
    const computed = cases.tax.map(({ subtotalCents, taxRate }) => ({
      subtotalCents,
      taxRate,
      taxCents: taxCents(subtotalCents, taxRate),
    }));
    expect(computed).toEqual(cases.tax);
  });

  it("is exact at 8.75 % for every subtotal from 1 to 100,000 cents", () => {
    const wrong: number[] = [];
    for (let subtotal = 1; subtotal <= 100_000; subtotal += 1) {
      const expected = (BigInt(subtotal) * 875n + 5000n) / 10_000n;
      if (BigInt(taxCents(subtotal, 8.75)) !== expected) wrong.push(subtotal);
    }
    expect(wrong).toEqual([]);
  });

  it("rounds half a cent up", () => {
    expect(taxCents(10, 5)).toBe(1);
    expect(taxCents(30, 5)).toBe(2);
    expect(taxCents(29, 5)).toBe(1);
  });
});

describe("lines and carts", () => {
  it("agree with the shared table", () => {
    const computed = cases.lines.map((line) => ({ ...line, lineCents: lineCents(line) }));
    expect(computed).toEqual(cases.lines);
  });

  it("tax the subtotal once, not each line", () => {
    expect(cartTotals([6, 6], 8.75)).toEqual({ subtotalCents: 12, taxCents: 1, totalCents: 13 });
  });

  it("are zero for an empty cart", () => {
    expect(cartTotals([], 8.75)).toEqual({ subtotalCents: 0, taxCents: 0, totalCents: 0 });
  });
});

describe("dollars", () => {
  it("become cents exactly for every amount up to $2,500", () => {
    const wrong: number[] = [];
    for (let cents = 0; cents <= 250_000; cents += 1) {
      if (dollarsToCents(Number((cents / 100).toFixed(2))) !== cents) wrong.push(cents);
    }
    expect(wrong).toEqual([]);
  });

  it.each([null, undefined, Number.NaN])("count as 0 when missing (%s)", (missing) => {
    expect(dollarsToCents(missing)).toBe(0);
    expect(formatDollars(missing)).toBe("$0.00");
    expect(formatCents(missing)).toBe("$0.00");
  });

  it.each([
    [8.5, "$8.50"],
    [0.1, "$0.10"],
    [1234, "$1234.00"],
    [1.005, "$1.00"],
    [19.99, "$19.99"],
  ])("%s is shown as %s", (dollars, text) => {
    expect(formatDollars(dollars)).toBe(text);
  });

  it("puts the sign before the dollar", () => {
    expect(formatCents(-250)).toBe("\u2212$2.50");
  });
});

it.each([
  [0, "$0.00"],
  [999.5, "$999.50"],
  [1000, "$1,000.00"],
  [39836.91, "$39,836.91"],
  [1234567, "$1,234,567.00"],
  [-123456, "\u2212$123,456.00"],
])("a sum of %d sets its thousands apart: %s", (dollars, text) => {
  expect(formatSum(dollars)).toBe(text);
});

describe("a typed amount", () => {
  it.each([
    ["12", 1200],
    ["12.5", 1250],
    ["$12.50", 1250],
    [" $ 4 ", 400],
    [".75", 75],
    ["3.", 300],
    ["0", 0],
    ["0.07", 7],
  ])("%s is understood", (text, cents) => {
    expect(parseDollars(text)).toBe(cents);
  });

  it.each(["", ".", "$", "4.005", "-1", "1,50", "1e3", "four", "4.5.0", "12345678"])(
    "%s is not",
    (text) => {
      expect(parseDollars(text)).toBeNull();
    },
  );
});

it("charges options as the server's table of cases does", () => {
  const computed = cases.options.map((one) => ({
    ...one,
    chargedCents: optionCharges(one.options, one.freeCount),
  }));
  expect(computed).toEqual(cases.options);
});

describe("a typed percentage", () => {
  it.each([
    ["8.75", 8.75],
    [" 8.75 % ", 8.75],
    ["0", 0],
    [".5", 0.5],
    ["100", 100],
    ["7.", 7],
  ])("%s is understood", (text, percent) => {
    expect(parsePercent(text, 4)).toBe(percent);
  });

  it.each(["", "%", ".", "-1", "8,75", "8.12345", "1e1", "eight"])("%s is not", (text) => {
    expect(parsePercent(text, 4)).toBeNull();
  });
});
