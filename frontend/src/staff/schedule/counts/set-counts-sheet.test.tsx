import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aGroup } from "@/test/fixtures";
import { serveStream } from "@/test/live-stream";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import {
  aCount,
  aPlace,
  aStaffStop,
  serveCounts,
  serveSchedule,
  someCounts,
} from "@/test/staff/schedule-backend";
import { aStaffMenuItem, signInAs } from "@/test/staff/staff";
import type { Count, StopCounts } from "./counted-items-and-form-values";
// Loaded before the first test, so that none waits for a chunk.
import "@/staff/routes";
import "@/staff/schedule/schedule-page";

const TACO = aStaffMenuItem({
  _id: "a".repeat(24),
  name: "Taco",
  optionGroups: [aGroup("Extras", [0, 1], "Guacamole")],
});
const BURRITO = aStaffMenuItem({ _id: "b".repeat(24), name: "Burrito" });
const SOUP = aStaffMenuItem({ _id: "c".repeat(24), name: "Soup" });
const LAST = {
  stopId: "9".repeat(24),
  startsAt: "2026-05-26T15:00:00Z",
  counts: [
    aCount({ menuItemId: TACO._id, initial: 40, remaining: 0 }),
    aCount({ menuItemId: TACO._id, optionId: "option-Guacamole", initial: 20, remaining: 2 }),
    aCount({ menuItemId: "f".repeat(24), name: "Gone from the menu", initial: 9 }),
  ],
};

/** What the server makes of counts that are set: nothing is taken. */
const asSent = (body: unknown): StopCounts =>
  someCounts(
    (body as { counts: Count[] }).counts.map((count) =>
      aCount({ ...count, remaining: count.initial }),
    ),
  );

beforeEach(() => {
  // The day before the stop of the fixture.
  vi.useFakeTimers({ now: new Date("2026-06-01T13:00:00Z"), shouldAdvanceTime: true });
  signInAs("admin");
  serveSchedule([aPlace()], [aStaffStop()]);
  server.use(
    http.get("*/api/menu-items/truck/:id", () => HttpResponse.json([TACO, BURRITO, SOUP])),
  );
});

afterEach(() => vi.useRealTimers());

const dialog = () => within(screen.getByRole("dialog"));
const field = (name: string) => dialog().getByLabelText(name);

async function openSheet() {
  const { user } = renderApp("/admin/schedule");
  await user.click(await screen.findByRole("button", { name: /11:00 AM to 2:00 PM/ }));
  await user.click(dialog().getByRole("radio", { name: "Counts" }));
  await dialog().findByRole("form", { name: "Counts" });
  const save = () => user.click(dialog().getByRole("button", { name: "Save counts" }));
  return { user, save };
}

it("counts by keyboard alone; what has no number stays unlimited", async () => {
  const { puts } = serveCounts(someCounts([]), (_, body) => asSent(body));
  const { user } = await openSheet();
  await user.click(field("Taco"));
  await user.keyboard("40{Enter}");
  await waitFor(() => expect(field("Burrito")).toHaveFocus());
  await user.keyboard("{Enter}12{Enter}");
  await waitFor(() => expect(puts).toHaveLength(1));
  expect(puts[0]?.body).toEqual({
    counts: [
      { menuItemId: TACO._id, initial: 40 },
      { menuItemId: SOUP._id, initial: 12 },
    ],
  });
  expect(await screen.findByText("Counts saved")).toBeVisible();
  expect(dialog().getByText("40 of 40 left")).toBeVisible();
});

it("copies what there was last time, of what is still on the menu", async () => {
  const { puts } = serveCounts(someCounts([], LAST), (_, body) => asSent(body));
  const { user, save } = await openSheet();
  expect(dialog().getByText("Last time here: Tuesday, May 26")).toBeVisible();
  await user.click(dialog().getByRole("button", { name: "Copy from last time" }));
  expect(dialog().getByText("2 counts copied. Save to use them.")).toBeVisible();
  expect(field("Taco")).toHaveValue("40");
  await save();
  await waitFor(() => expect(puts).toHaveLength(1));
  expect(puts[0]?.body).toEqual({
    counts: [
      { menuItemId: TACO._id, initial: 40 },
      { optionId: "option-Guacamole", initial: 20 },
    ],
  });
});

it("takes a count away where its field is emptied", async () => {
  const counts = [aCount({ menuItemId: TACO._id }), aCount({ menuItemId: SOUP._id })];
  const { puts } = serveCounts(someCounts(counts), (_, body) => asSent(body));
  const { user, save } = await openSheet();
  expect(field("Taco")).toHaveAccessibleDescription("14 of 40 left");
  await user.clear(field("Taco"));
  await save();
  await waitFor(() => expect(puts).toHaveLength(1));
  expect(puts[0]?.body).toEqual({ counts: [{ menuItemId: SOUP._id, initial: 40 }] });
});

it("keeps a colleague's correction of what was not touched here", async () => {
  const stream = serveStream(server, "*/api/orders/stream");
  const taco = aCount({ menuItemId: TACO._id });
  const { puts, change } = serveCounts(someCounts([taco]), (_, body) => asSent(body));
  const { user, save } = await openSheet();
  await user.type(field("Soup"), "12");
  await waitFor(() => expect(stream.isHeard()).toBe(true));
  change(someCounts([{ ...taco, initial: 43, remaining: 17 }]));
  stream.say("menu", { menuItemId: TACO._id });
  await waitFor(() => expect(field("Taco")).toHaveValue("43"));
  expect(field("Soup")).toHaveValue("12");
  await save();
  await waitFor(() => expect(puts).toHaveLength(1));
  expect(puts[0]?.body).toEqual({
    counts: [
      { menuItemId: TACO._id, initial: 43 },
      { menuItemId: SOUP._id, initial: 12 },
    ],
  });
});

it("says at the field that more is ordered already", async () => {
  const sentence = "26 are ordered already. Use 26 or more in all.";
  const body = { error: sentence, code: "invalid", fields: { "counts.1.initial": sentence } };
  const ordered = [{ menuItemId: SOUP._id, optionId: null, name: "Soup", ordered: 26 }];
  serveCounts(someCounts([], null, ordered), () => ({ status: 400, body }));
  const { user, save } = await openSheet();
  expect(field("Soup")).toHaveAccessibleDescription("26 ordered already");
  await user.type(field("Taco"), "40");
  await user.type(field("Soup"), "3");
  await save();
  await waitFor(() => expect(field("Soup")).toHaveAccessibleDescription(sentence));
  await waitFor(() => expect(field("Soup")).toHaveFocus());
  expect(field("Soup")).toBeInvalid();
  expect(field("Taco")).toBeValid();
});

it("says what went wrong and keeps what was typed", async () => {
  const body = { error: "The database is down.", code: "internal" };
  serveCounts(someCounts([]), () => ({ status: 500, body }));
  const { user, save } = await openSheet();
  await user.type(field("Taco"), "many");
  await save();
  expect(field("Taco")).toHaveAccessibleDescription("Enter a whole number, or leave it empty");
  await user.clear(field("Taco"));
  await user.type(field("Taco"), "40");
  await save();
  expect(
    await dialog().findByText("The counts were not saved: The database is down."),
  ).toBeVisible();
  expect(field("Taco")).toHaveValue("40");
});

it("asks before counts that are not saved make room for the plan", async () => {
  serveCounts(someCounts([]));
  const { user } = await openSheet();
  await user.type(field("Taco"), "40");
  await user.click(dialog().getByRole("radio", { name: "Plan" }));
  await user.click(await screen.findByRole("button", { name: "Leave" }));
  expect(await dialog().findByRole("form", { name: "Stop" })).toBeVisible();
});

it("sends to the menu where there is nothing to count", async () => {
  server.use(http.get("*/api/menu-items/truck/:id", () => HttpResponse.json([])));
  serveCounts(someCounts([]));
  const { user } = renderApp("/admin/schedule");
  await user.click(await screen.findByRole("button", { name: /11:00 AM to 2:00 PM/ }));
  await user.click(dialog().getByRole("radio", { name: "Counts" }));
  expect(await dialog().findByRole("link", { name: "Add menu item" })).toBeVisible();
});
