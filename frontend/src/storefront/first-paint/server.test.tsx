import { act, cleanup } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { clientErrors } from "@/domain/api/error-reports/error-reporter";
import type { MenuItem, Truck } from "@/domain/api/public-types";
import {
  closesAt,
  lastOrderAt,
  opensAt,
  ordersOpenAt,
  type Stop,
} from "@/domain/schedule/current-stops";
import { setZoneOffsets, type ZoneOffsets } from "@/domain/time/wall-clock";
import { LANGUAGES, type Language } from "@/messages/language";
import { mountApp } from "@/storefront/mount-app";
import { aMenuItem, aStop, aTruck } from "@/test/fixtures";
import { generatedCaseCount } from "@/test/generated-cases";
import { speak } from "@/test/speak";
import { setPageTime } from "@/ui/browser/use-now-and-tell-at";
import type { FirstData } from "./first-data";
import { drawPage, open } from "./server";

const CASES = generatedCaseCount({ change: 8, proof: 16 });
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.UTC(2026, 9, 31, 6, 15);
const ORIGIN = "https://tacos.example";
const ZONES = ["America/Los_Angeles", "America/New_York", "Australia/Lord_Howe"];
const TEXTS = [
  "Spice",
  ' & sons\' "best"',
  "</script><script>a()</script>",
  "<!--",
  "-->",
  "<img src=x onerror=a()>",
  "🌮👩‍🍳",
  "Ñandú é",
  "\u2028\u2029",
  "line\nnext\ttab",
  "שלום",
  "{{data}}",
  "&amp;",
];

/** A random number below `below`; the same sequence for the same seed. */
type Random = (below: number) => number;

function randomFrom(seed: number): Random {
  let state = seed * 2_654_435_761;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

function text(random: Random, parts = 3): string {
  return Array.from({ length: random(parts + 1) }, () => TEXTS[random(TEXTS.length)]).join(" ");
}

function truckOf(random: Random, number = 0): Truck {
  const pause = [null, null, 20 * 60_000, DAY_MS, 5 * DAY_MS][random(5)];
  return aTruck({
    _id: number.toString(16).padStart(24, "0"),
    name: `${number} ${text(random)}`,
    slug: `truck-${number}`,
    imageUrl: [null, "/uploads/spicy-1280.webp", "/demo/plate.svg"][random(3)] ?? null,
    bannerImage: random(2) ? null : "/uploads/banner-640.webp",
    shortDescription: text(random),
    description: text(random, 20),
    cuisine: [...new Set([text(random), text(random), "Vegan", "Tacos"])].slice(random(4)),
    location: { city: text(random, 1), state: random(2) ? "OR" : "" },
    phone: ["", "+15035550142", "(503) 555-0142"][random(3)] ?? "",
    email: random(2) ? "" : "hello@spicy.example",
    timezone: ZONES[random(ZONES.length)] ?? "",
    accentHue: random(2) ? null : random(360),
    acceptingOrders: pause === null ? random(3) > 0 : false,
    notAcceptingReason: random(2) ? null : text(random),
    pausedUntil: pause ? new Date(NOW + pause).toISOString() : null,
    schedule: scheduleOf(random),
  });
}

function scheduleOf(random: Random): Truck["schedule"] {
  if (random(2)) return { mode: "always", state: "open", current: null, next: null };
  const first = random(4) ? stopOf(random, random(6) * HOUR_MS) : null;
  const next = first && random(2) ? stopOf(random, (random(9) + 1) * DAY_MS) : null;
  const isHere = first !== null && Date.parse(first.startsAt) <= NOW;
  const [current, coming] = isHere ? [first, next] : [null, first];
  const state = isHere ? "open" : coming ? "opens_later" : "closed";
  return { mode: "stops", state, current, next: coming };
}

function stopOf(random: Random, inMs: number): Stop {
  return aStop({
    place: {
      name: text(random),
      address: text(random),
      timezone: ZONES[random(ZONES.length)] ?? "",
      directions: text(random),
    },
    startsAt: new Date(NOW + inMs).toISOString(),
    endsAt: new Date(NOW + inMs + 4 * HOUR_MS).toISOString(),
    delayMinutes: random(3) ? 0 : 15,
    preorderMinutes: random(3) * 720,
    note: text(random),
    takesOrders: random(2) > 0,
  });
}

function menuOf(random: Random): MenuItem[] {
  const length = [0, 1, 7, 100][random(4)] ?? 0;
  return Array.from({ length }, (_, position) =>
    aMenuItem({
      _id: position.toString(16).padStart(24, "0"),
      name: `${position} ${text(random)}`,
      description: text(random),
      section: `Part ${random(4)} ${random(3) ? "" : "<b>"}`,
      basePrice: random(100_000) / 100,
      imageUrl: random(2) ? null : "/uploads/taco-640.webp",
      isAvailable: random(4) > 0,
      optionGroups: random(3)
        ? []
        : [{ _id: "g", name: "", minSelect: 0, maxSelect: 1, freeCount: 0, options: [] }],
      position,
    }),
  );
}

function dataOf(seed: number): { path: string; data: FirstData } {
  const random = randomFrom(seed);
  if (seed % 3 === 0) {
    const trucks = Array.from({ length: random(12) }, (_, number) => truckOf(random, number));
    return { path: "/", data: { trucks, now: NOW } };
  }
  const truck = truckOf(random, seed);
  return { path: `/${truck.slug}`, data: { truck, menu: menuOf(random), now: NOW } };
}

/** The offsets that Python sends: for the end of each pause, the times of stops, for now and for tomorrow. */
function offsetsOf({ trucks = [], truck }: FirstData): ZoneOffsets {
  const zones: ZoneOffsets = {};
  for (const { timezone, pausedUntil, schedule } of truck ? [truck] : trucks) {
    if (pausedUntil) addOffsets(zones, timezone, [new Date(pausedUntil)]);
    for (const stop of [schedule.current, schedule.next].filter((stop) => stop !== null)) {
      const instants = [ordersOpenAt(stop), opensAt(stop), lastOrderAt(stop), closesAt(stop)];
      addOffsets(zones, stop.place.timezone, instants);
    }
  }
  return zones;
}

function addOffsets(zones: ZoneOffsets, timezone: string, instants: readonly Date[]): void {
  const known = zones[timezone] ?? {};
  zones[timezone] = known;
  for (const ms of [NOW, NOW + DAY_MS, ...instants.map((instant) => instant.getTime())])
    known[ms] = offsetByIntl(ms, timezone);
}

function offsetByIntl(ms: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  const name = format.formatToParts(ms).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours = 0, minutes = 0] = /^GMT(?:([+-])(\d+):(\d+))?$/.exec(name) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** Draws a page as the server does, and parses it as a browser does. */
function drawn(path: string, data: FirstData, language: Language = "en"): Document {
  const request = { language, origin: ORIGIN, path, zones: offsetsOf(data) };
  const html = drawPage(JSON.stringify(request), JSON.stringify(data));
  // What follows runs in the browser.
  setZoneOffsets(null);
  setPageTime(undefined);
  return new DOMParser().parseFromString(html, "text/html");
}

/** Without React's own comments, which only a page from the server has. */
function plain(html: string): string {
  return html.replace(/<!--.*?-->/g, "").replace(/\r\n?/g, "\n");
}

/** Shows a page from the server in this window. */
function visit(page: Document, path: string): HTMLElement {
  window.history.replaceState(null, "", path);
  document.documentElement.lang = page.documentElement.lang;
  document.body.replaceChildren(
    ...[...page.body.childNodes].map((node) => document.importNode(node, true)),
  );
  return document.getElementById("root") as HTMLElement;
}

beforeAll(async () => {
  open(
    JSON.stringify({
      start: '<!doctype html><html lang="',
      head: '"><head><meta charset="utf-8">',
      end: "</body></html>",
      files: {
        en: { home: "<style>/*home*/</style>", truck: "<style>/*truck*/</style>" },
        es: { home: "<style>/*inicio*/</style>", truck: "<style>/*food truck*/</style>" },
      },
    }),
  );
  await Promise.all([
    import("@/storefront/truck/truck-page"),
    import("@/storefront/home/truck-finder"),
  ]);
  await new Promise((resolve) => setTimeout(resolve));
});
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  // Nothing answers: what is shown is what the page came with.
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  // jsdom knows nothing of the visit.
  performance.getEntriesByType = () => [];
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  speak("en");
  document.body.replaceChildren();
});

describe("for generated trucks and menus", () => {
  const seeds = Array.from({ length: CASES }, (_, seed) => seed + 1);

  const visits = seeds.flatMap((seed) => LANGUAGES.map((language) => [seed, language] as const));

  it.each(visits)(
    "the browser takes the server's page over as it is (%i, %s)",
    async (...visitOf) => {
      const [seed, language] = visitOf;
      const { path, data } = dataOf(seed);
      const report = vi.spyOn(clientErrors, "report");
      const complain = vi.spyOn(console, "error");
      const root = visit(drawn(path, data, language), path);
      const [before, nodes] = [plain(root.innerHTML), [...root.querySelectorAll("*")]];
      const mounted = await act(async () => mountApp(root));
      expect(plain(root.innerHTML)).toBe(before);
      expect(nodes.every((node) => node.isConnected)).toBe(true);
      expect(nodes.length).toBeGreaterThan(15);
      expect(report).not.toHaveBeenCalled();
      expect(complain).not.toHaveBeenCalled();
      await act(async () => mounted.unmount());
    },
  );

  it.each(seeds)("no text gets out of its place (%i)", (seed) => {
    const { path, data } = dataOf(seed);
    const page = drawn(path, data);
    const { truck } = data;
    expect(page.querySelectorAll("script")).toHaveLength(1);
    expect(page.querySelectorAll("[onerror]")).toHaveLength(0);
    expect(JSON.parse(page.getElementById("first-data")?.textContent ?? "")).toEqual(data);
    const title = truck ? `${truck.name} · Chuckwagon` : "Chuckwagon";
    // A title shows its white space as single spaces.
    expect(page.title).toBe(title.trim().replace(/[ \t\n]+/g, " "));
    const about = page.querySelector('meta[name="description"]')?.getAttribute("content") ?? "";
    expect([...about].length).toBeLessThanOrEqual(160);
    expect(page.querySelector('link[rel="canonical"]')?.getAttribute("href")).toBe(ORIGIN + path);
  });
});

it("a page that differs is drawn again, and the difference is reported", async () => {
  const report = vi.spyOn(clientErrors, "report").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const page = drawn("/", { trucks: [aTruck()] });
  const name = page.querySelector("h3 a");
  if (name) name.textContent = "Another";
  const mounted = await act(async () => mountApp(visit(page, "/")));
  expect(document.querySelector("h3")).toHaveTextContent("Spicy Burritos");
  expect(report).toHaveBeenCalledWith("hydration", expect.any(Error));
  await act(async () => mounted.unmount());
});

it("what was typed and clicked before the page is taken over filters the list", async () => {
  const closed = aTruck({ _id: "2".repeat(24), name: "Mild Tacos", acceptingOrders: false });
  const trucks = [aTruck(), closed, aTruck({ _id: "3".repeat(24), name: "Mild Burritos" })];
  const root = visit(drawn("/", { trucks }), "/");
  const search = root.querySelector('input[type="search"]') as HTMLInputElement;
  const openNow = root.querySelector("[aria-pressed]") as HTMLElement;
  search.value = "mild";
  const clicked = [openNow];
  vi.stubGlobal("earlyClicks", { take: () => clicked.splice(0) });
  const mounted = await act(async () => mountApp(root));
  expect(search.isConnected).toBe(true);
  expect(search).toHaveValue("mild");
  expect(openNow).toHaveAttribute("aria-pressed", "true");
  expect([...root.querySelectorAll("h3")].map((name) => name.textContent)).toEqual([
    "Mild Burritos",
  ]);
  await act(async () => mounted.unmount());
});

it("the words of a pause are those of the page's time, until the page is taken over", async () => {
  vi.setSystemTime(NOW + 2 * DAY_MS);
  const end = new Date(NOW + 2 * DAY_MS + 3_600_000).toISOString();
  const truck = aTruck({ acceptingOrders: false, pausedUntil: end });
  const page = drawn("/", { trucks: [truck], now: NOW });
  expect(page.body.textContent).toContain("Paused until Sunday, November 1 at 11:15 PM");
  const report = vi.spyOn(clientErrors, "report");
  const mounted = await act(async () => mountApp(visit(page, "/")));
  expect(document.body.textContent).toContain("Paused until 11:15 PM");
  expect(report).not.toHaveBeenCalled();
  await act(async () => mounted.unmount());
});

it("a part that fails takes the page with it, not only itself", () => {
  const broken = { ...aTruck(), cuisine: 5 } as unknown as Truck;
  expect(() => drawn("/", { trucks: [broken] })).toThrow("A part of the page failed");
});

it.each([
  ["en", "/", "home"],
  ["en", "/spicy-burritos", "truck"],
  ["es", "/", "inicio"],
  ["es", "/spicy-burritos", "food truck"],
] as const)("a page in %s names the files of its language for %s", (language, path, files) => {
  const page = drawn(path, path === "/" ? { trucks: [] } : { truck: aTruck(), menu: [] }, language);
  expect(page.documentElement.innerHTML).toContain(`/*${files}*/`);
});

it("a Spanish page is Spanish from its language to its description", () => {
  const truck = aTruck({ description: "", shortDescription: "", pausedUntil: null });
  const page = drawn("/spicy-burritos", { truck, menu: [] }, "es");
  const content = (name: string) => page.querySelector(`meta[${name}]`)?.getAttribute("content");
  expect(page.documentElement.lang).toBe("es");
  expect(content('name="description"')).toMatch(
    /^Ordena de Spicy Burritos\. Ordena de tus food trucks/,
  );
  expect(content('property="og:locale"')).toBe("es_US");
  const home = drawn("/", { trucks: [] }, "es");
  expect(home.querySelector('meta[property="og:title"]')?.getAttribute("content")).toBe(
    "Chuckwagon: ordena con anticipación en food trucks",
  );
  expect(home.body.textContent).toContain("Ordena de tus food trucks favoritos");
  expect(home.body.textContent).not.toContain("Order from");
});

it("the head names what messengers show", () => {
  const truck = aTruck({ bannerImage: null, imageUrl: "/uploads/a-640.webp", description: "" });
  const page = drawn("/spicy-burritos", { truck: { ...truck, shortDescription: "" }, menu: [] });
  const property = (name: string) =>
    page.querySelector(`meta[property="og:${name}"]`)?.getAttribute("content");
  expect(property("type")).toBe("restaurant");
  expect(property("title")).toBe("Spicy Burritos");
  expect(property("image")).toBe(`${ORIGIN}/uploads/a-640.webp`);
  expect(property("description")).toMatch(/^Order from Spicy Burritos\. Order from your favorite/);
  expect(page.body.dataset.truckHue).toBeDefined();
  expect(page.documentElement.lang).toBe("en");
});
