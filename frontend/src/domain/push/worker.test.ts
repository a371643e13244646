import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";

const ORIGIN = "https://trucks.example";

interface Page {
  url: string;
  visibilityState?: "visible" | "hidden";
}

interface Browser {
  pages?: Page[];
  /** What the page has kept, and the subscription that the browser has now. */
  kept?: object | null;
  current?: ReturnType<typeof subscriptionAt> | null;
  /** What the server answers to a report. */
  status?: number;
}

/** The push part of the service worker in a browser of the test's own, with these pages open. */
function start({ pages = [], kept = null, current = null, status = 200 }: Browser = {}) {
  const handlers = new Map<string, (event: object) => void>();
  const opened = pages.map((page) => ({ ...page, focus: vi.fn<() => void>() }));
  const showNotification = vi.fn<(title: string, options: object) => void>();
  const openWindow = vi.fn<(url: string) => void>();
  const put = vi.fn<(address: string, response: Response) => void>();
  const subscribe = vi.fn(async (_options: object) => subscriptionAt("https://push.example/made"));
  const fetched = vi.fn(async (_path: string, _init: RequestInit) =>
    Response.json({ accepted: true }, { status }),
  );
  const browser = {
    self: {
      addEventListener: (name: string, handler: (event: object) => void) =>
        handlers.set(name, handler),
      location: { origin: ORIGIN },
      registration: {
        scope: `${ORIGIN}/admin/`,
        showNotification,
        pushManager: { subscribe, getSubscription: async () => current },
      },
      clients: { matchAll: async () => opened, openWindow },
    },
    caches: {
      open: async () => ({ put, match: async () => (kept ? Response.json(kept) : undefined) }),
    },
    fetch: fetched,
  };
  new Function(...Object.keys(browser), readFileSync("public/sw-push.js", "utf8"))(
    ...Object.values(browser),
  );
  const send = async (name: string, event: object = {}) => {
    let done: Promise<unknown> = Promise.resolve();
    handlers.get(name)?.({ waitUntil: (work: Promise<unknown>) => (done = work), ...event });
    await done;
  };
  return { send, opened, showNotification, openWindow, subscribe, fetched, put };
}

function subscriptionAt(endpoint: string) {
  const options = { applicationServerKey: "BKey" };
  return { endpoint, options, toJSON: () => ({ endpoint, keys: { p256dh: "p", auth: "a" } }) };
}

const message = (content: object) => ({ data: { json: () => content } });
const NEW = {
  title: "New order #12",
  body: "3 items",
  tag: "order-1",
  url: "/admin/orders?truckId=t",
};

describe("a push", () => {
  it("is shown once for each order, and heard again when it says something new", async () => {
    const worker = start();
    await worker.send("push", message(NEW));
    const options = expect.objectContaining({
      body: "3 items",
      tag: "order-1",
      renotify: true,
      silent: false,
      data: { url: "/admin/orders?truckId=t" },
    });
    expect(worker.showNotification).toHaveBeenCalledExactlyOnceWith("New order #12", options);
  });

  it("makes no sound while its page is being looked at", async () => {
    const board = `${ORIGIN}/admin/orders?truckId=t&status=ready`;
    const seen = start({ pages: [{ url: board, visibilityState: "visible" }] });
    await seen.send("push", message(NEW));
    const hidden = start({ pages: [{ url: board, visibilityState: "hidden" }] });
    await hidden.send("push", message(NEW));
    const silent = (worker: typeof seen) => worker.showNotification.mock.calls[0]?.[1];
    expect(silent(seen)).toHaveProperty("silent", true);
    expect(silent(hidden)).toHaveProperty("silent", false);
    const other = `${ORIGIN}/admin/orders?truckId=u`;
    const elsewhere = start({ pages: [{ url: other, visibilityState: "visible" }] });
    await elsewhere.send("push", message(NEW));
    expect(silent(elsewhere)).toHaveProperty("silent", false);
  });

  it.each([
    ["https://evil.example/x"],
    ["//evil.example/x"],
    ["javascript:alert(1)"],
    ["http://["],
  ])("never leads to another site: %s", async (url) => {
    const worker = start();
    await worker.send("push", message({ ...NEW, url }));
    expect(worker.showNotification.mock.calls[0]?.[1]).toHaveProperty("data.url", "/");
  });

  it("that cannot be read still shows something, as browsers demand", async () => {
    const worker = start();
    await worker.send("push", { data: null });
    expect(worker.showNotification).toHaveBeenCalledExactlyOnceWith(
      "Chuckwagon",
      expect.anything(),
    );
  });
});

describe("a press on the notification", () => {
  const press = (url: string) => {
    const close = vi.fn<() => void>();
    return { close, event: { notification: { close, data: { url } } } };
  };

  it("goes to the tab that shows it already", async () => {
    const worker = start({ pages: [{ url: `${ORIGIN}/` }, { url: `${ORIGIN}/admin/orders?x=1` }] });
    const { close, event } = press("/admin/orders");
    await worker.send("notificationclick", event);
    expect(close).toHaveBeenCalledOnce();
    expect(worker.opened.map((page) => page.focus.mock.calls.length)).toEqual([0, 1]);
    expect(worker.openWindow).not.toHaveBeenCalled();
  });

  it("opens it when the tab shows another truck", async () => {
    const worker = start({ pages: [{ url: `${ORIGIN}/admin/orders?truckId=a` }] });
    await worker.send("notificationclick", press("/admin/orders?truckId=b").event);
    expect(worker.opened[0]?.focus).not.toHaveBeenCalled();
    expect(worker.openWindow).toHaveBeenCalledExactlyOnceWith("/admin/orders?truckId=b");
  });

  it("opens it when no tab does", async () => {
    const worker = start({ pages: [{ url: `${ORIGIN}/admin/menu` }] });
    await worker.send("notificationclick", press("/taco/order/abc").event);
    expect(worker.openWindow).toHaveBeenCalledExactlyOnceWith("/taco/order/abc");
  });
});

describe("a subscription that the browser has replaced", () => {
  const sent = (worker: ReturnType<typeof start>) =>
    worker.fetched.mock.calls.map(([path, { body }]) => [path, JSON.parse(String(body))]);

  it("is reported with the old one", async () => {
    const worker = start();
    await worker.send("pushsubscriptionchange", {
      oldSubscription: subscriptionAt("https://push.example/old"),
      newSubscription: subscriptionAt("https://push.example/new"),
    });
    const keys = { p256dh: "p", auth: "a" };
    const subscription = { endpoint: "https://push.example/new", keys };
    const report = { oldEndpoint: "https://push.example/old", subscription };
    expect(sent(worker)).toEqual([["/api/push/renewals", report]]);
    expect(worker.subscribe).not.toHaveBeenCalled();
  });

  it("is made again by what the page has kept when the browser says nothing", async () => {
    const worker = start({ kept: { endpoint: "https://push.example/kept", key: "BKey" } });
    await worker.send("pushsubscriptionchange");
    expect(worker.subscribe).toHaveBeenCalledExactlyOnceWith({
      userVisibleOnly: true,
      applicationServerKey: "BKey",
    });
    expect(sent(worker)).toMatchObject([
      ["/api/push/renewals", { oldEndpoint: "https://push.example/kept" }],
    ]);
    expect(await worker.put.mock.calls[0]?.[1].json()).toMatchObject({
      endpoint: "https://push.example/made",
    });
  });

  it.each([[503], [429]])("is kept as it was when the server answers %s", async (status) => {
    const worker = start({ kept: { endpoint: "https://push.example/kept", key: "BKey" }, status });
    await worker.send("pushsubscriptionchange");
    expect(worker.fetched).toHaveBeenCalledOnce();
    expect(worker.put).not.toHaveBeenCalled();
  });

  it("is reported again as a page opens, until the server has taken it", async () => {
    const kept = { endpoint: "https://push.example/kept", key: "BKey" };
    const current = subscriptionAt("https://push.example/made");
    const worker = start({ kept, current });
    await worker.send("fetch", { request: { mode: "cors" } });
    expect(worker.fetched).not.toHaveBeenCalled();
    await worker.send("fetch", { request: { mode: "navigate" } });
    const { endpoint } = current;
    expect(sent(worker)).toMatchObject([
      ["/api/push/renewals", { oldEndpoint: kept.endpoint, subscription: { endpoint } }],
    ]);
    expect(await worker.put.mock.calls[0]?.[1].json()).toEqual({ endpoint, key: "BKey" });
  });

  it.each([
    ["the server knows it", "https://push.example/kept"],
    ["there is none any more", null],
  ])("is not reported as a page opens when %s", async (_why, endpoint) => {
    const kept = { endpoint: "https://push.example/kept", key: "BKey" };
    const worker = start({ kept, current: endpoint ? subscriptionAt(endpoint) : null });
    await worker.send("fetch", { request: { mode: "navigate" } });
    expect(worker.fetched).not.toHaveBeenCalled();
  });

  it("is not reported when nothing is known of the old one", async () => {
    const worker = start();
    await worker.send("pushsubscriptionchange");
    expect(worker.fetched).not.toHaveBeenCalled();
  });
});
