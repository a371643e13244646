import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { publicMenuQuery } from "@/domain/menu/public-menu-queries";
import { truckBySlugQuery } from "@/domain/trucks/public-truck-queries";
import { aMenuItem, aTruck } from "@/test/fixtures";
import { keepOffline } from "./keep-offline";

const TRUCK = aTruck({ name: "Spicy Burritos" });

beforeEach(() => vi.useFakeTimers());

// What a test leaves waiting is run here, and the next one begins with an empty storage.
afterEach(() => {
  window.dispatchEvent(new Event("pagehide"));
  vi.useRealTimers();
});

async function startKeeping(): Promise<void> {
  const client = new QueryClient();
  client.setQueryData(truckBySlugQuery(TRUCK.slug).queryKey, TRUCK);
  client.setQueryData(publicMenuQuery(TRUCK._id).queryKey, [aMenuItem({ name: "Taco" })]);
  keepOffline(client);
  await vi.dynamicImportSettled();
}

const kept = () => localStorage.getItem("chuckwagon.offline") ?? "";

it("keeps no menu while the first screen is being used", async () => {
  await startKeeping();
  vi.advanceTimersByTime(9_000);
  expect(kept()).toBe("");
});

it("keeps the menu of a longer visit", async () => {
  await startKeeping();
  vi.advanceTimersByTime(10_000);
  expect(kept()).toContain("Spicy Burritos");
});

it.each(["pagehide", "offline"])("keeps it at once at %s", async (name) => {
  await startKeeping();
  window.dispatchEvent(new Event(name));
  expect(kept()).toContain("Taco");
});

it("keeps it as the page is hidden, and does so once", async () => {
  await startKeeping();
  const state = vi.spyOn(document, "visibilityState", "get");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(kept()).toBe("");
  state.mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(kept()).toContain("Taco");
  localStorage.clear();
  document.dispatchEvent(new Event("visibilitychange"));
  vi.advanceTimersByTime(60_000);
  expect(kept()).toBe("");
});

it("keeps it at once in a page that is hidden already", async () => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  await startKeeping();
  expect(kept()).toContain("Taco");
});

it("keeps it at once in a page that has lost its connection already", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await startKeeping();
  expect(kept()).toContain("Taco");
});
