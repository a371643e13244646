import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";

const read = (name: string) => readFileSync(`public/${name}`, "utf8");
const FILES = [
  "/offline.html",
  "/offline-menu.html",
  "/offline.css",
  "/offline.js",
  "/offline-menu.css",
  "/offline-menu.js",
];

interface FetchEvent {
  request: { url: string; mode: string; method: string };
  preloadResponse: Promise<unknown>;
  respondWith: (answer: Promise<unknown>) => void;
}

interface Ask {
  method?: string;
  preloaded?: Promise<unknown>;
}

/** The service worker in a browser of the test's own. */
function start({
  kept = FILES,
  canPreload = true,
  hasRoutes = true,
}: {
  kept?: string[];
  canPreload?: boolean;
  hasRoutes?: boolean;
} = {}) {
  const enable = vi.fn<() => Promise<void>>();
  const addRoutes = vi.fn<(routes: unknown) => void>();
  const handlers = new Map<string, (event: unknown) => void>();
  const reach = vi.fn<(request: unknown) => Promise<string>>();
  const stores = new Set(["offline-old", "of-another-app"]);
  const addAll = vi.fn<(requests: { path: string; cache: string }[]) => Promise<void>>();
  const browser = {
    importScripts: vi.fn(),
    self: {
      addEventListener: (name: string, handler: (event: unknown) => void) =>
        handlers.set(name, handler),
      skipWaiting: vi.fn(),
      clients: { claim: async () => undefined },
      location: { origin: "https://trucks.example" },
      registration: { navigationPreload: canPreload ? { enable } : undefined },
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
  const scripts = `${read("sw-staff.js")}\n${read("sw.js")}`;
  new Function(...Object.keys(browser), scripts)(...Object.values(browser));
  const wait = async (name: string) => {
    let done: Promise<unknown> = Promise.resolve();
    handlers.get(name)?.({
      addRoutes: hasRoutes ? addRoutes : undefined,
      waitUntil: (work: Promise<unknown>) => (done = work),
    });
    await done;
  };
  const ask = (path: string, mode = "navigate", more: Ask = {}) => {
    let answer: Promise<unknown> | null = null;
    const event: FetchEvent = {
      request: {
        url: new URL(path, "https://trucks.example").href,
        mode,
        method: more.method ?? "GET",
      },
      preloadResponse: more.preloaded ?? Promise.resolve(undefined),
      respondWith: (given) => {
        answer = given;
      },
    };
    handlers.get("fetch")?.(event);
    return answer as Promise<unknown> | null;
  };
  return { reach, stores, addAll, addRoutes, enable, wait, ask };
}

describe("the service worker", () => {
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

  it.each(["/", "/spicy-burritos", "/spicy-burritos/checkout", "/administration"])(
    "answers %s with the customers' page when it cannot be reached",
    async (path) => {
      const { reach, ask } = start();
      reach.mockRejectedValue(new TypeError("Failed to fetch"));
      expect(await ask(path)).toBe("kept /offline-menu.html");
    },
  );

  it("takes the page that the browser has asked for in advance", async () => {
    const { reach, ask, enable, wait } = start();
    await wait("activate");
    expect(enable).toHaveBeenCalledOnce();
    expect(await ask("/", "navigate", { preloaded: Promise.resolve("preloaded") })).toBe(
      "preloaded",
    );
    const failed = { preloaded: Promise.reject(new TypeError("Failed to fetch")) };
    expect(await ask("/", "navigate", failed)).toBe("kept /offline-menu.html");
    expect(reach).not.toHaveBeenCalled();
  });

  it("works in a browser that asks for nothing in advance", async () => {
    const { reach, ask, wait } = start({ canPreload: false });
    await wait("activate");
    reach.mockResolvedValue("from the server");
    expect(await ask("/spicy-burritos")).toBe("from the server");
  });

  it("stays out of everything else", () => {
    const { ask } = start();
    expect(ask("/api/docs")).toBeNull();
    expect(ask("/health")).toBeNull();
    expect(ask("/uploads/taco-640.webp")).toBeNull();
    expect(ask("/", "navigate", { method: "POST" })).toBeNull();
    expect(ask("/api/orders", "cors")).toBeNull();
    expect(ask("/assets/index-abc.js", "no-cors")).toBeNull();
    expect(ask("https://js.stripe.example/offline.js", "no-cors")).toBeNull();
  });

  it("lets calls go to the server without it, so that a closing page loses none while it starts", async () => {
    const { addRoutes, wait } = start();
    await wait("install");
    expect(addRoutes).toHaveBeenCalledWith({
      condition: { urlPattern: "/api/*" },
      source: "network",
    });
  });

  it("is installed by a browser that knows no such routes", async () => {
    const { addAll, wait } = start({ hasRoutes: false });
    await wait("install");
    expect(addAll).toHaveBeenCalledOnce();
  });

  it("fails as the browser does when it has nothing to say", async () => {
    const { reach, ask } = start({ kept: [] });
    reach.mockRejectedValue(new TypeError("Failed to fetch"));
    await expect(ask("/admin/orders")).rejects.toThrow("Failed to fetch");
  });

  it("keeps its files, fresh from the server, and drops those of an older one", async () => {
    const { addAll, stores, wait } = start();
    await wait("install");
    expect(addAll.mock.calls[0]?.[0].map(({ path, cache }) => [path, cache])).toEqual(
      FILES.map((path) => [path, "reload"]),
    );
    await wait("activate");
    const [current] = [...stores].filter((name) => name !== "of-another-app");
    expect(stores.size).toBe(2);
    expect(current).not.toBe("offline-old");
  });

  it("is renewed whenever one of them changes", () => {
    const hash = createHash("sha256");
    for (const path of FILES) hash.update(read(path.slice(1)));
    expect(read("sw.js")).toContain(`"offline-${hash.digest("hex").slice(0, 16)}"`);
  });
});

describe.each([
  ["offline.html", ["/offline.css", "/offline.js"]],
  ["offline-menu.html", ["/offline-menu.css", "/offline-menu.js", "/offline.css", "/offline.js"]],
])("%s, the page of a device without a connection", (name, files) => {
  it("brings everything with it, without a script or style that a policy would forbid", () => {
    const page = new DOMParser().parseFromString(read(name), "text/html");
    expect(page.querySelectorAll("style, [style], [onclick]")).toHaveLength(0);
    const loaded = [...page.querySelectorAll("[src], link[href]")].map(
      (element) => element.getAttribute("src") ?? element.getAttribute("href"),
    );
    expect(loaded.sort()).toEqual(files);
    expect([...page.scripts].every(({ textContent }) => textContent === "")).toBe(true);
  });

  it("is served as it is written, so its colors are such as the oldest browser knows", () => {
    for (const file of files.filter((path) => path.endsWith(".css"))) {
      expect(read(file)).not.toMatch(/(light-dark|oklch|color-mix)\(/);
    }
  });
});

it.each([
  ["es", "Sin conexión", "Intentando…"],
  ["en", "You are offline", "Trying…"],
])("the staff's page speaks their language: %s", async (language, heading, trying) => {
  vi.spyOn(document, "cookie", "get").mockReturnValue(`theme=1; language=${language}`);
  const page = new DOMParser().parseFromString(read("offline.html"), "text/html");
  document.documentElement.lang = "en";
  document.body.innerHTML = page.body.innerHTML;
  const loaded: (() => void)[] = [];
  const addEventListener = vi
    .spyOn(document, "addEventListener")
    .mockImplementation((_name, listener) => void loaded.push(listener as () => void));
  const fetch = vi.fn(() => new Promise(() => undefined));
  new Function("setInterval", "fetch", read("offline.js"))(vi.fn(), fetch);
  addEventListener.mockRestore();
  for (const listener of loaded) listener();
  expect(document.documentElement.lang).toBe(language);
  expect(document.querySelector("h1")).toHaveTextContent(heading);
  document.querySelector("button")?.click();
  expect(document.querySelector("[role=status]")).toHaveTextContent(trying);
});

it("each entry offers its own app to install", () => {
  const manifestOf = (name: string) =>
    new DOMParser()
      .parseFromString(readFileSync(name, "utf8"), "text/html")
      .querySelector('link[rel="manifest"]')
      ?.getAttribute("href");
  expect(manifestOf("index.html")).toBe("/app.webmanifest");
  expect(manifestOf("staff.html")).toBe("/manifest.webmanifest");
});

it("the customers' app opens the home page and has the staff's icons", () => {
  const customers = JSON.parse(read("app.webmanifest"));
  const staff = JSON.parse(read("manifest.webmanifest"));
  expect(customers).toMatchObject({ id: "/", start_url: "/", scope: "/" });
  expect(customers.icons).toEqual(staff.icons);
});

it("the staff's manifest names images that are there, and pages of the staff", () => {
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
