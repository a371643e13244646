import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { READABLE_FORMATS } from "@/domain/offline/unsent-orders";

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

function pathOf(asked: string | { url: string }): string {
  return typeof asked === "string" ? asked : new URL(asked.url).pathname;
}

/** The part of the worker that keeps the staff app, in a browser of the test's own. */
function startStaff({ formats = [] as number[], document = "" } = {}) {
  const stores = new Map<string, Map<string, string>>();
  const matchIn = (store: Map<string, string>, path: string) => {
    const text = store.get(path);
    return text === undefined ? undefined : new Response(text);
  };
  const caches = {
    open: async (name: string) => {
      const store = stores.get(name) ?? new Map<string, string>();
      stores.set(name, store);
      return {
        match: async (asked: string | { url: string }) => matchIn(store, pathOf(asked)),
        put: async (path: string, answer: Response) => void store.set(path, await answer.text()),
      };
    },
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (asked: string | { url: string }) =>
      [...stores.values()].map((store) => matchIn(store, pathOf(asked))).find(Boolean),
  };
  const reach = vi.fn<(asked: unknown) => Promise<Response>>(
    async (asked) => new Response(typeof asked === "string" ? `new ${asked}` : document),
  );
  const app = { version: "new", formats: [1], files: ["/assets/a.js", "/theme.js"] };
  const self = {
    addEventListener: () => undefined,
    registration: { scope: "https://trucks.example/admin/" },
  };
  const names = ["self", "caches", "fetch", "importScripts"];
  const body = `${read("sw-staff.js").replace("self.STAFF_APP = null;", "")}
    unsentFormats = async () => self.FORMATS;
    return { keepStaffApp, staffPage, staffFile, ...self.staffApp };`;
  const worker = new Function(...names, body)(
    Object.assign(self, { STAFF_APP: app, FORMATS: formats }),
    caches,
    reach,
    () => undefined,
  ) as {
    keepStaffApp: () => Promise<void>;
    staffPage: (event: object) => Promise<Response | null>;
    staffFile: (request: object, path: string) => Promise<Response> | null;
    renew: () => Promise<void>;
    dropOlder: () => Promise<void>;
  };
  const page = async () => (await worker.staffPage({ request: { url: "/admin/orders" } }))?.text();
  return { ...worker, page, reach, stores };
}

describe("the worker of the staff area", () => {
  it("keeps the app when a page asks for it, and answers with it while the server is not there", async () => {
    const { keepStaffApp, page, staffFile, reach, stores } = startStaff();
    expect(await page()).toBeUndefined();
    await keepStaffApp();
    expect([...(stores.get("staff-app-new")?.keys() ?? [])]).toEqual([
      "/assets/a.js",
      "/theme.js",
      "/admin/",
    ]);
    reach.mockRejectedValue(new TypeError("Failed to fetch"));
    expect(await page()).toBe("new /admin/");
    const file = await staffFile(
      { method: "GET", url: "https://trucks.example/assets/a.js" },
      "/assets/a.js",
    );
    expect(await file?.text()).toBe("new /assets/a.js");
    expect(staffFile({ method: "GET" }, "/api/orders")).toBeNull();
  });

  it("hands on what the server answers, unless a proxy stands there without it", async () => {
    const { keepStaffApp, page, reach } = startStaff({ document: "from the server" });
    await keepStaffApp();
    expect(await page()).toBe("from the server");
    reach.mockResolvedValue(new Response("no server", { status: 502 }));
    expect(await page()).toBe("new /admin/");
  });

  it("waits three seconds for a page", async () => {
    vi.useFakeTimers();
    const { keepStaffApp, page, reach } = startStaff();
    await keepStaffApp();
    reach.mockReturnValue(new Promise(() => undefined));
    const answer = page();
    await vi.advanceTimersByTimeAsync(3_001);
    vi.useRealTimers();
    expect(await answer).toBe("new /admin/");
  });

  it.each([
    ["1", "from the server"],
    ["1 2", "from the server"],
    ["2", "old /admin/"],
  ])(
    "lets a page that reads %s take over from one that has kept orders of format 1",
    async (readable, shown) => {
      const meta = `<meta name="readable-formats" content="${readable}" />`;
      const { page, stores } = startStaff({ formats: [1], document: `${meta}from the server` });
      stores.set("staff-app-old", new Map([["/admin/", "old /admin/"]]));
      expect(await page()).toContain(shown);
    },
  );

  it("fetches a new build while the older one serves, whose open pages load its files until the next one", async () => {
    const { renew, dropOlder, page, reach, stores } = startStaff();
    await renew();
    expect([...stores.keys()]).toEqual([]);
    stores.set("staff-app-oldest", new Map([["/admin/", "oldest /admin/"]]));
    stores.set("staff-app-old", new Map([["/admin/", "old /admin/"]]));
    reach.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await renew();
    await dropOlder();
    expect(stores.has("staff-app-oldest")).toBe(true);
    reach.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    expect(await page()).toBe("old /admin/");
    await renew();
    const fetched = reach.mock.calls.length;
    await dropOlder();
    expect([...stores.keys()]).toEqual(["staff-app-old", "staff-app-new"]);
    expect(reach).toHaveBeenCalledTimes(fetched);
    reach.mockRejectedValue(new TypeError("Failed to fetch"));
    expect(await page()).toBe("new /admin/");
  });

  it("opens its own build and files where a newer one was taken back", async () => {
    const { keepStaffApp, page, staffFile, reach, stores } = startStaff();
    stores.set("staff-app-older", new Map([["/theme.js", "older /theme.js"]]));
    await keepStaffApp();
    stores.set("staff-app-taken-back", new Map([["/admin/", "taken back /admin/"]]));
    reach.mockRejectedValue(new TypeError("Failed to fetch"));
    expect(await page()).toBe("new /admin/");
    const request = { method: "GET", url: "https://trucks.example/theme.js" };
    stores.set("staff-app-older", new Map([["/theme.js", "older /theme.js"]]));
    expect(await (await staffFile(request, "/theme.js"))?.text()).toBe("new /theme.js");
  });

  it("opens the build before where the newest cannot read what was kept since", async () => {
    const { page, reach, stores } = startStaff({ formats: [1] });
    const reads = (formats: string) => `<meta name="readable-formats" content="${formats}" />`;
    stores.set("staff-app-old", new Map([["/admin/", `old ${reads("1")}`]]));
    stores.set("staff-app-new", new Map([["/admin/", `new ${reads("2")}`]]));
    reach.mockRejectedValue(new TypeError("Failed to fetch"));
    expect(await page()).toContain("old");
  });

  it("keeps no build that cannot read what is unsent in the place of one that can", async () => {
    const { keepStaffApp, page, reach, stores } = startStaff({ formats: [2] });
    stores.set("staff-app-old", new Map([["/admin/", "old /admin/"]]));
    await keepStaffApp();
    reach.mockRejectedValue(new TypeError("Failed to fetch"));
    expect(await page()).toBe("old /admin/");
  });
});

it("the staff's page names the formats that its code reads", () => {
  const page = readFileSync("staff.html", "utf8");
  expect(page).toContain(
    `<meta name="readable-formats" content="${READABLE_FORMATS.join(" ")}" />`,
  );
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
