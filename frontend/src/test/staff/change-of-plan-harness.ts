import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { renderApp } from "@/test/render-app";
import { signInAs } from "@/test/staff/staff";

/** Tuesday, 11:31 AM at the place. */
export const NOW = new Date("2026-06-02T15:31:00Z");

export function setUpPlan(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
    sessionStorage.clear();
    signInAs("admin");
  });

  afterEach(() => vi.useRealTimers());
}

/** A page with the change of plan on it. */
export type App = ReturnType<typeof renderApp>;

export const planButton = () => screen.findByRole("button", { name: "Change of plan" });
export const drawer = () => within(screen.getByRole("dialog", { name: "Change of plan" }));
export const press = async (user: App["user"], name: string | RegExp) =>
  user.click(await drawer().findByRole("button", { name }));
export const heading = (name: string) => drawer().findByRole("heading", { level: 3, name });

export async function openPlan() {
  const app = renderApp("/admin/orders");
  await app.user.click(await planButton());
  return app;
}

export async function openPreview() {
  const app = await openPlan();
  await press(app.user, /^We run late/);
  await press(app.user, "Show what happens");
  await heading("This will happen");
  return app;
}

export const sentences = () =>
  drawer()
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
