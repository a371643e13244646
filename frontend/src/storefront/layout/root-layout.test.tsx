import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aTruck } from "@/test/fixtures";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";

beforeEach(() => {
  server.use(
    http.get("*/api/trucks/public", () => HttpResponse.json([aTruck()])),
    http.get("*/api/trucks/by-slug/:slug", () => HttpResponse.json(aTruck())),
    http.get("*/api/menu-items/public/:id", () => HttpResponse.json([])),
  );
});
afterEach(() => {
  delete document.documentElement.dataset.theme;
});

it("moves the focus to the content when the page changes", async () => {
  const { user } = renderApp("/");
  await user.click(await screen.findByRole("link", { name: "Spicy Burritos" }));
  await screen.findByText("No menu items available");
  await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
});

it("shows a new page from its top, and leaves the way back to the browser", async () => {
  const scrollTo = vi.spyOn(window, "scrollTo");
  const { user } = renderApp("/");
  await user.click(await screen.findByRole("link", { name: "Spicy Burritos" }));
  await screen.findByText("No menu items available");
  expect(scrollTo.mock.calls).toEqual([[0, 0]]);
  window.history.back();
  expect(await screen.findByRole("heading", { name: "Available Food Trucks" })).toBeVisible();
  await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
  expect(scrollTo).toHaveBeenCalledTimes(1);
});

it("says on every page that the device is offline, until it is back", async () => {
  renderApp("/");
  await screen.findByRole("link", { name: "Spicy Burritos" });
  const note = "You seem to be offline. What you see may have changed.";
  const isOnline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  expect(screen.getByText(note)).toBeVisible();
  isOnline.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(screen.queryByText(note)).not.toBeInTheDocument();
});

it("lets a keyboard skip to the content first", async () => {
  const { user } = renderApp("/");
  await user.tab();
  await waitFor(() => expect(screen.getByRole("link", { name: "Skip to content" })).toHaveFocus());
});

it("switches between day and night, and remembers it", async () => {
  const { user } = renderApp("/");
  await user.click(screen.getByRole("button", { name: "Switch to night colors" }));
  expect(document.documentElement.dataset.theme).toBe("dark");
  expect(localStorage.getItem("chuckwagon.theme")).toBe("dark");
  await user.click(screen.getByRole("button", { name: "Switch to day colors" }));
  expect(document.documentElement.dataset.theme).toBe("light");
});

it("starts from what the system prefers", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  renderApp("/");
  expect(screen.getByRole("button", { name: "Switch to day colors" })).toBeInTheDocument();
});
