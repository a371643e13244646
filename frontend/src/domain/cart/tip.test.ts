import { expect, it } from "vitest";
import { percentCents } from "@/domain/values/money";
// biome-ignore lint/style/noRestrictedImports: one table of cases tests both the server and the browser.
import cases from "../../../../backend/tests/data/money_cases.json";
import { maxTipCents, NO_TIP, NOTHING_CHOSEN, OTHER_TIP, presetCents, tipCents } from "./tip";

const PRESETS = [15, 18, 20];
const typed = (text: string) => tipCents({ choice: OTHER_TIP, typed: text }, PRESETS, 1000);

it("computes percentages as the server's table of cases does", () => {
  const computed = cases.tip.map(({ subtotalCents, percent }) => ({
    subtotalCents,
    percent,
    tipCents: percentCents(subtotalCents, percent),
  }));
  expect(computed).toEqual(cases.tip);
});

it("has the limits of the server", () => {
  const computed = cases.maxTip.map(({ subtotalCents }) => ({
    subtotalCents,
    maxTipCents: maxTipCents(subtotalCents),
  }));
  expect(computed).toEqual(cases.maxTip);
});

it("rounds every percentage of every small subtotal half up", () => {
  const wrong: string[] = [];
  for (let cents = 0; cents <= 2500; cents += 1) {
    for (let percent = 1; percent <= 100; percent += 1) {
      const exact = (BigInt(cents) * BigInt(percent) + 50n) / 100n;
      if (BigInt(percentCents(cents, percent)) !== exact) wrong.push(`${percent}% of ${cents}`);
    }
  }
  expect(wrong).toEqual([]);
});

it("gives nothing until something is chosen, and at a truck without tips", () => {
  expect(tipCents(NOTHING_CHOSEN, PRESETS, 1000)).toBe(0);
  expect(tipCents({ choice: NO_TIP, typed: "5" }, PRESETS, 1000)).toBe(0);
  expect(tipCents({ choice: "15", typed: "" }, null, 1000)).toBe(0);
  expect(tipCents({ choice: "99", typed: "" }, PRESETS, 1000)).toBe(0);
});

it("gives a percentage, and never more than a tip may be", () => {
  expect(tipCents({ choice: "18", typed: "" }, PRESETS, 1234)).toBe(222);
  expect(presetCents(240_000, 30)).toBe(50_000);
});

it("gives a typed amount up to as much as the subtotal", () => {
  expect([typed("3.5"), typed("$0.01"), typed("10"), typed("0")]).toEqual([350, 1, 1000, 0]);
  expect([typed("10.01"), typed(""), typed("three"), typed("-1"), typed("1.005")]).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});
