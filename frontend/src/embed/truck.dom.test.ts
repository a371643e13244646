import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { components } from "@/domain/api/schema.gen";

type Truck = components["schemas"]["EmbeddedTruck"];

const ORIGIN = "https://trucks.example";
const NOW = Date.UTC(2026, 10, 3, 18, 0); // Tuesday, 10 AM in Los Angeles
const ZONE = "America/Los_Angeles";

const STOP = {
  placeName: "Pier 7",
  address: "1 Embarcadero",
  timezone: ZONE,
  opensAt: "2026-11-03T19:00:00Z",
  closesAt: "2026-11-03T22:00:00Z",
};

function aTruck(fields: Partial<Truck> = {}): Truck {
  return {
    slug: "bao-down",
    name: "Bao Down",
    url: `${ORIGIN}/bao-down`,
    imageUrl: "/uploads/bao-1280.webp",
    timezone: ZONE,
    state: "open",
    resumesAt: null,
    stop: null,
    ...fields,
  };
}

let answers: Record<string, Truck | number>;
const read = vi.fn<typeof fetch>();

beforeAll(async () => {
  const script = document.createElement("script");
  script.src = `${ORIGIN}/embed/truck.js`;
  document.head.append(script);
  await import("./truck");
});
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal("fetch", read);
  answers = { "bao-down": aTruck() };
  read.mockReset().mockImplementation(async (address) => {
    const found = answers[String(address).replace(`${ORIGIN}/api/embed/`, "")] ?? 404;
    return typeof found === "number"
      ? new Response("{}", { status: found })
      : Response.json({ ...found });
  });
});
afterEach(() => {
  document.body.replaceChildren();
  document.documentElement.lang = "";
  vi.useRealTimers();
});

/** Puts the widget on the page and waits for what it shows. */
async function show(attributes: Record<string, string> = {}): Promise<HTMLElement> {
  const widget = document.createElement("chuckwagon-truck");
  for (const [name, value] of Object.entries({ slug: "bao-down", lang: "en", ...attributes }))
    widget.setAttribute(name, value);
  document.body.append(widget);
  await vi.advanceTimersByTimeAsync(0);
  return widget;
}

const shown = (widget: HTMLElement) =>
  [...(widget.shadowRoot?.querySelectorAll("p") ?? [])].map((line) =>
    line.textContent?.replace(/\s/g, " "),
  );
const link = (widget: HTMLElement) => widget.shadowRoot?.querySelector("a");

it("names the truck, says that it is open, and leads to its page in the same tab", async () => {
  const widget = await show();
  expect(read).toHaveBeenCalledExactlyOnceWith(`${ORIGIN}/api/embed/bao-down`, {
    credentials: "omit",
  });
  expect(shown(widget)).toEqual(["Bao Down", "Open now"]);
  expect(link(widget)).toHaveAttribute("href", `${ORIGIN}/bao-down`);
  expect(link(widget)).toHaveAttribute("target", "_top");
  expect(link(widget)).toHaveAccessibleName("Order from Bao Down");
  const image = widget.shadowRoot?.querySelector("img");
  expect(image).toHaveAttribute("src", `${ORIGIN}/uploads/bao-320.webp`);
  image?.dispatchEvent(new Event("error"));
  expect(widget.shadowRoot?.querySelector("img")).toBeNull();
});

it.each([
  ["en", { state: "open", stop: STOP }, "Open until 2:00 PM"],
  ["es", { state: "open", stop: STOP }, "Abierto hasta las 2:00 p.m."],
  ["en", { state: "opens_later", stop: STOP }, "Opens 11:00 AM"],
  ["es", { state: "opens_later", stop: STOP }, "Abre a las 11:00 a.m."],
] as const)("tells today's stop on the clock of its place (%s, %o)", async (lang, truck, state) => {
  answers["bao-down"] = aTruck(truck);
  expect(shown(await show({ lang }))).toEqual(["Bao Down", state, "Pier 7 · 1 Embarcadero"]);
});

it.each([
  ["en", "2026-11-05T19:00:00Z", "Opens Thu 11:00 AM"],
  ["es", "2026-11-05T21:00:00Z", "Abre el jue a la 1:00 p.m."],
  ["en", "2026-11-20T19:00:00Z", "Opens Fri, Nov 20 11:00 AM"],
])("names the day of an opening that is not today (%s, %s)", async (lang, opensAt, state) => {
  answers["bao-down"] = aTruck({ state: "opens_later", stop: { ...STOP, opensAt } });
  expect(shown(await show({ lang }))[1]).toBe(state);
});

it.each([
  ["en", { state: "paused" }, "Not taking orders right now"],
  ["es", { state: "paused" }, "No recibe órdenes ahora"],
  ["en", { state: "paused", resumesAt: "2026-11-03T21:30:00Z" }, "Paused until 1:30 PM"],
  [
    "es",
    { state: "paused", resumesAt: "2026-11-04T21:30:00Z" },
    "En pausa hasta el mié a la 1:30 p.m.",
  ],
  ["en", { state: "closed" }, "Closed"],
  ["es", { state: "closed" }, "Cerrado"],
] as const)("says why nothing can be ordered now (%s, %o)", async (lang, truck, state) => {
  answers["bao-down"] = aTruck(truck);
  expect(shown(await show({ lang }))).toEqual(["Bao Down", state]);
});

it.each([
  ["es", "en", ["en-US"], "Pedir"],
  ["", "es-MX", ["en-US"], "Pedir"],
  ["", "", ["es-US", "en"], "Pedir"],
  ["fr", "de", ["fr", "es"], "Pedir"],
  ["", "", ["fr"], "Order"],
])(
  "speaks the language of lang=%j, else of the page (%j), else of the browser",
  async (...given) => {
    const [lang, page, browser, order] = given;
    document.documentElement.lang = page;
    vi.spyOn(navigator, "languages", "get").mockReturnValue(browser);
    const widget = await show({ lang });
    expect(link(widget)).toHaveTextContent(order);
    widget.setAttribute("lang", order === "Order" ? "es" : "en");
    expect(link(widget)).toHaveTextContent(order === "Order" ? "Pedir" : "Order");
  },
);

it("shows nothing for an unknown truck and without a slug", async () => {
  for (const slug of ["nowhere", ""]) {
    const widget = await show({ slug });
    expect(widget).toHaveProperty("shadowRoot.childElementCount", 0);
  }
});

it("follows the truck while the page is seen, and keeps what it shows while nothing answers", async () => {
  const widget = await show();
  const order = link(widget);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(link(widget)).toBe(order);
  answers["bao-down"] = 503;
  await vi.advanceTimersByTimeAsync(60_000);
  read.mockRejectedValueOnce(new TypeError("no line"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shown(widget)).toEqual(["Bao Down", "Open now"]);
  answers["bao-down"] = aTruck({ state: "closed" });
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shown(widget)[1]).toBe("Open now");
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(0);
  expect(shown(widget)[1]).toBe("Closed");
  answers["bao-down"] = 404;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(widget).not.toBeVisible();
  const reads = read.mock.calls.length;
  widget.remove();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(read).toHaveBeenCalledTimes(reads);
});

it("keeps a truck that has a new slug, and changes with its own", async () => {
  answers["bao-down"] = aTruck({ slug: "bao-up" });
  answers.other = aTruck({ slug: "other", name: "Other" });
  const widget = await show();
  const order = link(widget);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(link(widget)).toBe(order);
  expect(order).toHaveAttribute("href", `${ORIGIN}/bao-up`);
  widget.setAttribute("slug", "other");
  await vi.advanceTimersByTimeAsync(0);
  expect(shown(widget)[0]).toBe("Other");
});

it("takes every text as text, and an image of the product's own only", async () => {
  const name = '<img src=x onerror="alert(1)">';
  answers["bao-down"] = aTruck({ name, imageUrl: null });
  const widget = await show();
  expect(shown(widget)[0]).toBe(name);
  expect(widget.shadowRoot?.querySelector("img")).toBeNull();
});
