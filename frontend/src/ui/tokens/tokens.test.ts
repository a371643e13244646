import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrast, type Mode, readTokens, resolveColor } from "./color-values";

const tokens = readTokens(readFileSync("src/ui/tokens/tokens.css", "utf8"));
const modes: Mode[] = ["light", "dark"];
const surfaces = ["--surface", "--surface-card", "--surface-sunken"];

const texts = [
  "--text",
  "--text-soft",
  "--accent",
  "--danger",
  "--warning",
  "--good",
  "--info",
  "--busy",
];

const washes = ["good", "danger", "warning", "info", "busy"].map((tone) => `--${tone}-wash`);

const textPairs: [string, string][] = [
  ...surfaces.flatMap((surface) => texts.map((text): [string, string] => [text, surface])),
  ...washes.flatMap((wash): [string, string][] => [
    ["--text", wash],
    ["--text-soft", wash],
    [wash.replace("-wash", ""), wash],
  ]),
  ["--danger", "--good-wash"],
  ["--danger", "--warning-wash"],
  ["--text", "--line"],
  ["--text-soft", "--line"],
  ["--on-action", "--action"],
  ["--on-action", "--action-hover"],
  ["--on-highlight", "--highlight"],
  ["--print-ink", "--print-paper"],
];

const controlPairs: [string, string][] = surfaces.flatMap((surface) => [
  ["--line-control", surface],
  ["--action", surface],
  ["--focus", surface],
]);

const truckPairs: [string, string][] = [
  ["--truck-accent", "--surface"],
  ["--truck-accent", "--surface-card"],
  ["--truck-accent", "--truck-wash"],
  ["--truck-accent", "--surface-sunken"],
  ["--text", "--truck-wash"],
  ["--text-soft", "--truck-wash"],
  ["--truck-on-accent", "--truck-accent"],
  ["--truck-on-plate", "--truck-plate"],
  ["--truck-on-plate", "--truck-plate-light"],
];

function ratio(front: string, back: string, mode: Mode, hue = 0): number {
  const color = (name: string) => resolveColor(tokens, name, mode, hue);
  return contrast(color(front), color(back));
}

describe.each(modes)("the %s colours", (mode) => {
  it.each(textPairs)("%s is readable on %s", (text, surface) => {
    expect(ratio(text, surface, mode)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(controlPairs)("%s stands out on %s", (control, surface) => {
    expect(ratio(control, surface, mode)).toBeGreaterThanOrEqual(3);
  });

  it.each(truckPairs)("%s is readable on %s at every hue", (text, surface) => {
    const hues = Array.from({ length: 360 }, (_, hue) => ratio(text, surface, mode, hue));
    expect(Math.min(...hues)).toBeGreaterThanOrEqual(4.5);
  });
});

/** Every `color` on a `background` that one rule of a style sheet sets, fallbacks of tokens too. */
function pairsInRules(): [string, string][] {
  const files = globSync("src/**/*.css").map((file) => readFileSync(file, "utf8"));
  const rules = files.flatMap((css) =>
    [...css.matchAll(/\{([^{}]*)\}/g)].map(([, rule = ""]) => rule),
  );
  return rules.flatMap((rule) =>
    tokensOf(rule, /(?:^|[\s;])color:([^;]+)/).flatMap((front) =>
      tokensOf(rule, /background(?:-color)?:([^;]+)/).map((back): [string, string] => [
        front,
        back,
      ]),
    ),
  );
}

function tokensOf(rule: string, property: RegExp): string[] {
  const value = property.exec(rule)?.[1] ?? "";
  return [...value.matchAll(/--[\w-]+/g)].map(([name]) => name).filter((name) => tokens.has(name));
}

it("measures every pair of colors that a rule sets", () => {
  const measured = new Set(
    [...textPairs, ...truckPairs].flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]),
  );
  const pairs = pairsInRules();
  expect(pairs.length).toBeGreaterThan(40);
  expect(pairs.filter((pair) => !measured.has(pair.join(" ")))).toEqual([]);
});

it("measures contrast as the guideline defines it", () => {
  expect(contrast([0, 0, 0], [1, 1, 1])).toBeCloseTo(21, 5);
  expect(ratio("--raw-white", "--raw-day-card", "light")).toBe(1);
});
