import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrast, type Mode, readTokens, resolveColor } from "@/test/color-values";

const tokens = readTokens(readFileSync("src/styles/tokens.css", "utf8"));
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

const textPairs: [string, string][] = [
  ...surfaces.flatMap((surface) => texts.map((text): [string, string] => [text, surface])),
  ...["good", "danger", "warning", "info", "busy"].flatMap((tone): [string, string][] => [
    ["--text", `--${tone}-wash`],
    [`--${tone}`, `--${tone}-wash`],
  ]),
  ["--on-action", "--action"],
  ["--on-action", "--action-hover"],
  ["--on-highlight", "--highlight"],
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
  ["--text", "--truck-wash"],
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

it("measures contrast as the guideline defines it", () => {
  expect(contrast([0, 0, 0], [1, 1, 1])).toBeCloseTo(21, 5);
  expect(ratio("--raw-white", "--raw-day-card", "light")).toBe(1);
});
