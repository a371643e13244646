import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderApp } from "@/test/render-app";
import {
  aPlace,
  aStaffStop,
  serveLoads,
  serveSchedule,
  someLoads,
} from "@/test/staff/schedule-backend";
import { signInAs } from "@/test/staff/staff";
// Loaded before the first test, so that none waits for a chunk.
import "@/staff/routes";
import "@/staff/schedule/schedule-page";

const START = "2026-06-02T15:00:00Z";

beforeEach(() => {
  // The day before the stop of the fixture.
  vi.useFakeTimers({ now: new Date("2026-06-01T13:00:00Z"), shouldAdvanceTime: true });
  signInAs("admin");
  serveSchedule([aPlace()], [aStaffStop({ slotCapacity: 12 })]);
});

afterEach(() => vi.useRealTimers());

async function openSlots() {
  const { user } = renderApp("/admin/schedule");
  await user.click(await screen.findByRole("button", { name: /11:00 AM to 2:00 PM/ }));
  const dialog = within(screen.getByRole("dialog"));
  await user.click(dialog.getByRole("radio", { name: "Slots" }));
  return { dialog, list: await dialog.findByRole("list", { name: "Pickup slots" }) };
}

const lines = (list: HTMLElement) =>
  within(list)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

it("says how full each slot of a stop is", async () => {
  serveLoads(someLoads(START, [9, 12, 13], { onlineCapacity: 9 }));
  const { dialog, list } = await openSlots();
  expect(lines(list)).toEqual([
    "11:00 AM9 of 12",
    "11:10 AM12 of 12Full",
    "11:20 AM13 of 121 over capacity",
  ]);
  expect(dialog.getByText("Each slot takes 12 menu items, 9 of them online.")).toBeVisible();
});

it("counts the units of a stop without a limit", async () => {
  serveLoads(someLoads(START, [9, 30], { slotCapacity: null, onlineCapacity: null }));
  const { dialog, list } = await openSlots();
  expect(lines(list)).toEqual(["11:00 AM9 menu items", "11:10 AM30 menu items"]);
  expect(dialog.getByText(/There is no limit/)).toBeVisible();
});
