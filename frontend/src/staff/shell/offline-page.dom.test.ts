import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";

const read = (name: string) => readFileSync(`public/${name}`, "utf8");
const FILES = ["/offline.html", "/offline.css", "/offline.js"];

interface FetchEvent {
  request: { url: string; mode: string };
  respondWith: (answer: Promise<unknown>) => void;
}

/** The service worker in a browser of the test's own. */
function start({ kept = FILES }: { kept?: string[] } = {}) {
  const handlers = new Map<string, (event: unknown) => void>();
  const reach = vi.fn<(request: unknown) => Promise<string>>();
  const stores = new Set(["offline-old", "somebody-elses"]);
  const addAll = vi.fn<(requests: { path: string; cache: string }[]) => Promise<void>>();
  const browser = {
    self: {
      addEventListener: (name: string, handler: (event: unknown) => void) =>
        handlers.set(name, handler),
      skipWaiting: vi.fn(),
      clients: { claim: async () => undefined },
      location: { origin: "https://trucks.example" },
    },
    caches: {
      open: async (name: string) => {
        stores.add(name);
        return { addAll };
      },
      keys: async () => [...stores],
      delete: async (name: string) => stores.delete(name),
      match: async (path: string) => (kept.includes(path) ? `kept ${path}` : undefined),
    },
    fetch: reach,
    Request: class {
      cache: string;
      constructor(
        readonly path: string,
        { cache }: { cache: string },
      ) {
        this.cache = cache;
      }
    },
  };
  new Function(...Object.keys(browser), read("sw.js"))(...Object.values(browser));
  const wait = async (name: string) => {
    let done: Promise<unknown> = Promise.resolve();
    handlers.get(name)?.({ waitUntil: (work: Promise<unknown>) => (done = work) });
    await done;
  };
  const ask = (path: string, mode = "navigate") => {
    let answer: Promise<unknown> | null = null;
    const event: FetchEvent = {
      request: { url: new URL(path, "https://trucks.example").href, mode },
      respondWith: (given) => {
        answer = given;
      },
    };
    handlers.get("fetch")?.(event);
    return answer as Promise<unknown> | null;
  };
  return { reach, stores, addAll, wait, ask };
}

describe("the service worker of the staff area", () => {
  it("hands on what the server answers, an error as well", async () => {
    const { reach, ask } = start();
    reach.mockResolvedValue("503 from the server");
    expect(await ask("/admin/orders")).toBe("503 from the server");
  });

  it("answers a page that cannot be reached with the one that says so", async () => {
    const { reach, ask } = start();
    reach.mockRejectedValue(new TypeError("Failed to fetch"));
    expect(await ask("/admin/orders?truck=1")).toBe("kept /offline.html");
    expect(await ask("/offline.css", "no-cors")).toBe("kept /offline.css");
  });

  it("stays out of everything else", () => {
    const { ask } = start();
    expect(ask("/api/orders", "cors")).toBeNull();
    expect(ask("/assets/index-abc.js", "no-cors")).toBeNull();
    expect(ask("https://js.stripe.example/offline.js", "no-cors")).toBeNull();
  });

  it("fails as the browser does when it has nothing to say", async () => {
    const { reach, ask } = start({ kept: [] });
    reach.mockRejectedValue(new TypeError("Failed to fetch"));
    await expect(ask("/admin/orders")).rejects.toThrow("Failed to fetch");
  });

  it("keeps three files, fresh from the server, and drops those of an older one", async () => {
    const { addAll, stores, wait } = start();
    await wait("install");
    expect(addAll.mock.calls[0]?.[0].map(({ path, cache }) => [path, cache])).toEqual(
      FILES.map((path) => [path, "reload"]),
    );
    await wait("activate");
    const [current] = [...stores].filter((name) => name !== "somebody-elses");
    expect(stores.size).toBe(2);
    expect(current).not.toBe("offline-old");
  });

  it("is renewed whenever one of them changes", () => {
    const hash = createHash("sha256");
    for (const path of FILES) hash.update(read(path.slice(1)));
    expect(read("sw.js")).toContain(`"offline-${hash.digest("hex").slice(0, 16)}"`);
  });
});

describe("the page of a device without a connection", () => {
  it("brings everything with it, without a script or style that a policy would forbid", () => {
    const page = new DOMParser().parseFromString(read("offline.html"), "text/html");
    expect(page.querySelectorAll("style, [style], [onclick]")).toHaveLength(0);
    const loaded = [...page.querySelectorAll("[src], link[href]")].map(
      (element) => element.getAttribute("src") ?? element.getAttribute("href"),
    );
    expect(loaded.sort()).toEqual(["/offline.css", "/offline.js"]);
    expect([...page.scripts].every(({ textContent }) => textContent === "")).toBe(true);
  });

  it("is served as it is written, so its colors are such as the oldest browser knows", () => {
    expect(read("offline.css")).not.toMatch(/(light-dark|oklch|color-mix)\(/);
  });
});

it("the page that everybody loads first offers no staff app to install", () => {
  const page = new DOMParser().parseFromString(readFileSync("index.html", "utf8"), "text/html");
  expect(page.querySelector('link[rel="icon"]')).not.toBeNull();
  expect(page.querySelector('link[rel="manifest"]')).toBeNull();
});

it("the manifest names images that are there, and pages of the staff", () => {
  const { icons, start_url, shortcuts } = JSON.parse(read("manifest.webmanifest")) as {
    icons: { src: string; sizes: string }[];
    start_url: string;
    shortcuts: { url: string }[];
  };
  for (const { src, sizes } of icons) {
    const png = readFileSync(`public${src}`);
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
    expect(png.length).toBeLessThan(20_000);
  }
  expect([start_url, ...shortcuts.map(({ url }) => url)]).toEqual([
    "/admin/orders",
    "/admin/orders",
    "/admin/kitchen",
  ]);
});
