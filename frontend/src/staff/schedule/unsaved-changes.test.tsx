import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderApp } from "@/test/render-app";
import { aPlace, aStaffStop, serveSchedule } from "@/test/staff/schedule-backend";
import { signInAs } from "@/test/staff/staff";
// Loaded before the first test, so that none waits for a chunk.
import "@/staff/routes";
import "@/staff/schedule/schedule-page";

const STOP = aStaffStop();

beforeEach(() => {
  // The day before the stop of the fixture.
  vi.useFakeTimers({ now: new Date("2026-06-01T13:00:00Z"), shouldAdvanceTime: true });
  signInAs("admin");
});

afterEach(() => vi.useRealTimers());

const dialog = () => within(screen.getByRole("dialog"));

async function openSchedule() {
  const app = renderApp("/admin/schedule");
  await screen.findByRole("button", { name: /11:00 AM to 2:00 PM/ });
  return app;
}

it("asks before a drawer is closed with changes that are not saved", async () => {
  const { calls } = serveSchedule([aPlace()], [STOP]);
  const { user } = await openSchedule();
  await user.click(screen.getByRole("button", { name: /11:00 AM to 2:00 PM/ }));
  const note = dialog().getByRole("textbox", { name: /^Note/ });
  await user.type(note, "Cash only");
  const question = () =>
    within(screen.getByRole("alertdialog", { name: "Leave without your changes?" }));
  await user.keyboard("{Escape}");
  await user.click(question().getByRole("button", { name: "Stay" }));
  expect(note).toHaveValue("Cash only");
  await user.keyboard("{Escape}");
  await user.click(question().getByRole("button", { name: "Leave" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(calls).toEqual([]);

  await user.click(screen.getByRole("button", { name: /11:00 AM to 2:00 PM/ }));
  expect(dialog().getByRole("textbox", { name: /^Note/ })).toHaveValue("");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
});

it("asks before a changed place makes room for the list of places", async () => {
  serveSchedule([aPlace()], [STOP]);
  const { user } = await openSchedule();
  await user.click(await screen.findByRole("button", { name: "Places" }));
  await user.click(await dialog().findByRole("button", { name: /^Pier 5/ }));
  await user.type(dialog().getByRole("textbox", { name: /^Name/ }), " East");
  await user.click(dialog().getByRole("button", { name: "Back to the places" }));
  await user.click(screen.getByRole("button", { name: "Leave" }));
  expect(await dialog().findByRole("button", { name: /^Pier 5/ })).toBeVisible();
});
