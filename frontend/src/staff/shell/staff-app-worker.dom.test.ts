import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { READABLE_FORMATS } from "@/domain/offline/unsent-orders";

const read = (name: string) => readFileSync(`public/${name}`, "utf8");

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
