import { renderHook } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { useWebApp } from "./use-web-app";

beforeEach(() => {
  document.head.innerHTML =
    '<link rel="manifest" href="/app.webmanifest"><meta name="apple-mobile-web-app-title" content="Chuckwagon">';
});

function offered(): (string | null | undefined)[] {
  return [
    document.querySelector('link[rel="manifest"]')?.getAttribute("href"),
    document.querySelector("meta")?.getAttribute("content"),
  ];
}

it("offers a truck's app on its pages, and the product's elsewhere", () => {
  const truck = { slug: "taco-truck", name: "Taco Truck" };
  const page = renderHook((given: typeof truck | undefined) => useWebApp(given), {
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
