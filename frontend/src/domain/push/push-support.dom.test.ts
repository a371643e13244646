import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fakePush } from "@/test/fake-push";
import { server } from "@/test/server";
import { pushSupport } from "./push-support";
import { PushDenied, readSubscription, subscribe } from "./subscribe";

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1";
const IPAD = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15";
const SUBSCRIPTION = { endpoint: "https://push.example/1", keys: { p256dh: "p", auth: "a" } };

afterEach(() => vi.unstubAllGlobals());

describe("what this browser can do", () => {
  it("is nothing without notifications", () => {
    expect(pushSupport()).toBe("missing");
  });

  it.each([
    ["an iPhone", IPHONE, 5, "install"],
    ["an iPad, which says that it is a Mac", IPAD, 5, "install"],
    ["a Mac", IPAD, 0, "missing"],
  ])("needs the Home Screen on %s", (_name, userAgent, maxTouchPoints, expected) => {
    vi.stubGlobal("navigator", { userAgent, maxTouchPoints });
    expect(pushSupport()).toBe(expected);
  });

  it.each([
    ["default", "ready"],
    ["granted", "ready"],
    ["denied", "denied"],
  ] as const)("with the permission %s is %s", (permission, expected) => {
    fakePush({ permission });
    expect(pushSupport()).toBe(expected);
  });
});

describe("a subscription", () => {
  it("is the browser's own, and kept for the service worker", async () => {
    const browser = fakePush({ subscription: SUBSCRIPTION });
    expect(await subscribe({ publicKey: "BKey" }, "/admin/")).toEqual(SUBSCRIPTION);
    expect(browser.register).toHaveBeenCalledWith("/sw.js", {
      scope: "/admin/",
      updateViaCache: "none",
    });
    expect(browser.subscribe).toHaveBeenCalledExactlyOnceWith({
      userVisibleOnly: true,
      applicationServerKey: "BKey",
    });
    expect(browser.kept).toEqual([{ endpoint: SUBSCRIPTION.endpoint, key: "BKey" }]);
  });

  it("with an older key ends before there is one with the present key", async () => {
    const browser = fakePush({ subscription: SUBSCRIPTION });
    browser.subscribe.mockRejectedValueOnce(new DOMException("other key", "InvalidStateError"));
    expect(await subscribe({ publicKey: "BNew" }, "/")).toEqual(SUBSCRIPTION);
    expect(browser.unsubscribe).toHaveBeenCalledOnce();
  });

  it("is not made when the user says no", async () => {
    const browser = fakePush({ answer: "denied" });
    await expect(subscribe({ publicKey: "BKey" }, "/")).rejects.toThrow(PushDenied);
    expect(browser.subscribe).not.toHaveBeenCalled();
  });

  it("is one of the sandbox while that stands in, the same each time", async () => {
    const browser = fakePush();
    const asked: unknown[] = [];
    server.use(
      http.post("http://localhost:8001/push/subscriptions", async ({ request }) => {
        asked.push(await request.json());
        return HttpResponse.json(SUBSCRIPTION);
      }),
    );
    const push = { publicKey: "BKey", standInUrl: "http://localhost:8001/push" };
    for (const _ of [1, 2]) expect(await subscribe(push, "/")).toEqual(SUBSCRIPTION);
    expect(asked).toEqual([
      { applicationServerKey: "BKey" },
      { applicationServerKey: "BKey", endpoint: SUBSCRIPTION.endpoint },
    ]);
    expect(browser.subscribe).not.toHaveBeenCalled();
  });

  it.each([[null], ["{"], ["{}"], ['{"endpoint":"x","keys":{"p256dh":1,"auth":"a"}}'], ["null"]])(
    "that is none is not taken for one: %s",
    (text) => {
      expect(readSubscription(text)).toBeNull();
    },
  );
});
