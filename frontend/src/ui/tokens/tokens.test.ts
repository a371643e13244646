import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

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

type Mode = "light" | "dark";
type Rgb = readonly [number, number, number];

/** All custom properties of a style sheet, as written. */
function readTokens(css: string): Map<string, string> {
  const withoutComments = css.replace(/\/\*[\s\S]*?\*\//g, "");
  const declarations = withoutComments.matchAll(/(--[\w-]+):\s*([^;]+);/g);
  return new Map([...declarations].map(([, name = "", value = ""]) => [name, value.trim()]));
}

/** The colour that a token stands for in a mode, as sRGB channels from 0 to 1. */
function resolveColor(
  tokens: ReadonlyMap<string, string>,
  value: string,
  mode: Mode,
  hue = 0,
): Rgb {
  const text = value.replaceAll(/\s+/g, " ").trim();
  if (text.startsWith("--")) return resolveColor(tokens, declared(tokens, text), mode, hue);
  const pair = /^light-dark\((.+)\)$/.exec(text)?.[1];
  if (pair) return resolveColor(tokens, sideOf(pair, mode), mode, hue);
  const reference = /^var\((--[\w-]+)\)$/.exec(text)?.[1];
  if (reference) return resolveColor(tokens, reference, mode, hue);
  const oklch = /^oklch\(([\d.]+) ([\d.]+) var\(--truck-hue\)\)$/.exec(text);
  if (oklch) return fromOklch(Number(oklch[1]), Number(oklch[2]), hue);
  if (/^#[0-9a-f]{6}$/i.test(text)) return fromHex(text);
  throw new Error(`no colour: ${text}`);
}

/** The WCAG contrast ratio of two colours, from 1 to 21. */
function contrast(one: Rgb, other: Rgb): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function declared(tokens: ReadonlyMap<string, string>, name: string): string {
  const value = tokens.get(name);
  if (value === undefined) throw new Error(`no token: ${name}`);
  return value;
}

function sideOf(pair: string, mode: Mode): string {
  let depth = 0;
  for (const [index, character] of [...pair].entries()) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (character === "," && depth === 0) {
      return mode === "light" ? pair.slice(0, index) : pair.slice(index + 1);
    }
  }
  throw new Error(`no pair: ${pair}`);
}

function fromHex(hex: string): Rgb {
  const channel = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16) / 255;
  return [channel(1), channel(3), channel(5)];
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}

function toLinear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function toGamma(channel: number): number {
  const clipped = Math.min(1, Math.max(0, channel));
  return clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055;
}

/** Ottosson's OKLab matrices; colours outside sRGB are clipped, as screens do. */
function fromOklch(lightness: number, chroma: number, hue: number): Rgb {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    toGamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    toGamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    toGamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}
