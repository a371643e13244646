import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fakePush } from "@/test/fake-push";
import { useTruckManifest } from "./use-truck-manifest-and-hue";

beforeEach(() => {
  document.head.innerHTML =
    '<link rel="manifest" href="/app.webmanifest"><meta name="apple-mobile-web-app-title" content="Chuckwagon">';
});

afterEach(() => vi.unstubAllGlobals());

function offered(): (string | null | undefined)[] {
  return [
    document.querySelector('link[rel="manifest"]')?.getAttribute("href"),
    document.querySelector("meta")?.getAttribute("content"),
  ];
}

it("offers a truck's app on its pages, and the product's elsewhere", () => {
  const truck = { slug: "taco-truck", name: "Taco Truck" };
  const page = renderHook((given: typeof truck | undefined) => useTruckManifest(given), {
    initialProps: undefined as typeof truck | undefined,
  });
  expect(offered()).toEqual(["/app.webmanifest", "Chuckwagon"]);
  page.rerender(truck);
  expect(offered()).toEqual(["/api/trucks/by-slug/taco-truck/manifest", "Taco Truck"]);
  page.rerender({ slug: "other-truck", name: "Other Truck" });
  expect(offered()).toEqual(["/api/trucks/by-slug/other-truck/manifest", "Other Truck"]);
  page.unmount();
  expect(offered()).toEqual(["/app.webmanifest", "Chuckwagon"]);
});

it("opens the order on an iPhone, where only an app may tell about it", () => {
  const userAgent =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1";
  vi.stubGlobal("navigator", { userAgent, maxTouchPoints: 5 });
  renderHook(() => useTruckManifest({ slug: "taco-truck", name: "Taco Truck" }, "a-token"));
  expect(offered()).toEqual(["/api/track/a-token/manifest", "Taco Truck"]);
});

it("opens the truck's page on a phone that is told without an app", () => {
  fakePush();
  renderHook(() => useTruckManifest({ slug: "taco-truck", name: "Taco Truck" }, "a-token"));
  expect(offered()).toEqual(["/api/trucks/by-slug/taco-truck/manifest", "Taco Truck"]);
});
