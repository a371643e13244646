import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ListedSeries } from "@/staff/schedule/api";
import { aStop } from "@/test/fixtures";
import { renderApp } from "@/test/render-app";
import { bodyOf, recordCalls, server } from "@/test/server";
import { aPreview } from "@/test/staff/disruptions-backend";
import { aPlace, aStaffStop, serveSchedule, TRUCK } from "@/test/staff/schedule-backend";
import { signInAs } from "@/test/staff/staff";
import { serveOpenOrders } from "@/test/staff/trucks-backend";
// Loaded before the first test, so that none waits for a chunk.
import "@/staff/routes";
import "@/staff/schedule/schedule-page";

/** Monday morning in New York; the stop of the fixture is tomorrow from 11 AM to 2 PM. */
const NOW = new Date("2026-06-01T13:00:00Z");
const STOP = aStaffStop({ orders: 3, revenue: 41.5 });
const NEXT_WEEK = aStaffStop({
  _id: "9".repeat(24),
  startsAt: "2026-06-09T15:00:00Z",
  endsAt: "2026-06-09T18:00:00Z",
  date: "2026-06-09",
  place: { name: "Market Square" },
});

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
  signInAs("admin");
});

afterEach(() => vi.useRealTimers());

async function openSchedule(address = "/admin/schedule") {
  const app = renderApp(address);
  await screen.findByRole("heading", { level: 1, name: "Schedule" });
  return app;
}

async function openStop(name = /11:00 AM to 2:00 PM/) {
  const app = await openSchedule();
  await app.user.click(await screen.findByRole("button", { name }));
  return app;
}

const dialog = () => within(screen.getByRole("dialog"));
const saveButton = () => dialog().getByRole("button", { name: "Save" });

it("shows the week on the clock of the place, with what each stop has sold", async () => {
  serveSchedule([aPlace()], [STOP, NEXT_WEEK]);
  const { user } = await openSchedule();
  const tuesday = (await screen.findByRole("heading", { name: "Tuesday, June 2" })).closest("li");
  expect(tuesday).toHaveTextContent("11:00 AM to 2:00 PMPier 5Planned3 orders, $41.50");
  const today = screen.getByRole("heading", { name: /^Monday, June 1/ }).closest("li");
  expect(today).toHaveAttribute("aria-current", "date");
  expect(screen.getAllByRole("heading", { level: 2 })).toHaveLength(7);
  expect(screen.queryByText("Market Square")).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Next week" }));
  expect(await screen.findByText("Market Square")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "This week" }));
  expect(await screen.findByText("3 orders, $41.50")).toBeVisible();
});

it("says how much of a stop is taken, and that no pickup time is left", async () => {
  const limited = aStaffStop({ unitsUsed: 40, slotCapacity: 12, bookedOut: true });
  serveSchedule([aPlace()], [limited]);
  await openSchedule();
  const card = await screen.findByRole("button", { name: /11:00 AM to 2:00 PM/ });
  expect(card).toHaveTextContent("Planned19% takenNo pickup times left");
});

it("lists the days of the coming weeks that have stops", async () => {
  serveSchedule([aPlace()], [STOP, NEXT_WEEK]);
  await openSchedule("/admin/schedule?view=list");
  expect(await screen.findByText("Market Square")).toBeVisible();
  const days = screen.getAllByRole("heading", { level: 2 }).map((day) => day.textContent);
  expect(days).toEqual(["Tuesday, June 2", "Tuesday, June 9"]);
});

it("says that nothing is planned, and that the schedule did not load", async () => {
  serveSchedule([aPlace()], []);
  const { unmount } = await openSchedule("/admin/schedule?view=list");
  expect(await screen.findByText("No stops are planned")).toBeVisible();
  unmount();
  server.use(http.get("*/api/stops", () => HttpResponse.error()));
  const { user } = await openSchedule();
  expect(await screen.findByText("The schedule did not load")).toBeVisible();
  serveSchedule([aPlace()], [STOP]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("3 orders, $41.50")).toBeVisible();
});

it("adds a stop in two taps, as the last one and on the first free day", async () => {
  const { calls } = serveSchedule([aPlace()], [STOP]);
  const { user } = await openSchedule();
  await screen.findByText("3 orders, $41.50");
  await user.click(screen.getByRole("button", { name: "Add stop" }));
  await screen.findByRole("dialog");
  await user.click(saveButton());
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]).toMatchObject({
    method: "POST",
    path: "/stops",
    body: {
      truckId: TRUCK._id,
      placeId: STOP.place._id,
      date: "2026-06-04",
      startTime: "11:00",
      endTime: "14:00",
      preorderMinutes: 120,
      lastOrderMinutes: 15,
      slotMinutes: 10,
      slotCapacity: null,
      walkUpShare: 0,
    },
  });
  expect(calls[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

it("asks for the first place before the first stop", async () => {
  const { calls } = serveSchedule([], []);
  const { user } = await openSchedule();
  await user.click(await screen.findByRole("button", { name: "Add stop" }));
  expect(await screen.findByRole("dialog", { name: "Add a place first" })).toBeVisible();
  const tax = dialog().getByLabelText("Sales tax in percent");
  expect(tax.closest("details")).not.toHaveAttribute("open");
  expect(tax).toHaveValue("8.75");
  await user.type(dialog().getByLabelText("Name"), "Pier 5");
  serveSchedule([aPlace()], []);
  await user.click(dialog().getByRole("button", { name: "Save place" }));
  expect(await screen.findByRole("dialog", { name: "Add stop" })).toBeVisible();
  expect(calls).toEqual([]);
  await waitFor(() => expect(dialog().getByLabelText("Place")).toHaveDisplayValue("Pier 5"));
});

it("names the stop that is in the way, at its field", async () => {
  const { refuse } = serveSchedule([aPlace()], [STOP]);
  const { user } = await openSchedule();
  await screen.findByText("3 orders, $41.50");
  await user.click(screen.getByRole("button", { name: "Add a stop on Tuesday, June 2" }));
  refuse(409, { error: "This truck has another stop.", code: "stop_overlaps", stop: STOP });
  await user.click(saveButton());
  expect(
    await dialog().findByText("The truck is at Pier 5 on Tuesday, June 2, 11:00 AM to 2:00 PM."),
  ).toBeVisible();
  expect(dialog().getByLabelText("From")).toBeInvalid();
});

it("sends only what has changed, with the version that was shown", async () => {
  const { calls } = serveSchedule([aPlace()], [STOP]);
  const { user } = await openStop();
  await user.click(dialog().getByText("Note, order times and tax"));
  await user.type(dialog().getByLabelText("Note (optional)"), "Cash only");
  await user.click(saveButton());
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]).toMatchObject({ method: "PUT", path: `/stops/${STOP._id}` });
  expect(calls[0]?.body).toEqual({ note: "Cash only", version: STOP.version });
});

it("shows what another user has changed first, and saves both changes", async () => {
  const { calls, refuse } = serveSchedule([aPlace()], [STOP]);
  const { user } = await openStop();
  await user.clear(dialog().getByLabelText("Until"));
  await user.type(dialog().getByLabelText("Until"), "15:00");
  const changed = { ...STOP, version: 9, slotCapacity: 12, preorderMinutes: 60 };
  refuse(409, { error: "Another user was first.", code: "version_conflict", stop: changed });
  await user.click(saveButton());
  const notice = await dialog().findByRole("region", {
    name: "Someone else changed this stop while you were editing",
  });
  expect(notice).toHaveTextContent("Pre-orders start");
  expect(notice).toHaveTextContent("Before2 hours before it opensTheirs1 hour before it opens");
  expect(notice).toHaveTextContent("Menu items per slotBeforeNo limitTheirs12");
  await user.click(dialog().getByRole("button", { name: "Keep editing mine" }));
  await user.click(saveButton());
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]?.body).toEqual({
    date: "2026-06-02",
    startTime: "11:00",
    endTime: "15:00",
    version: 9,
  });
});

it("explains that customers have ordered", async () => {
  const { refuse } = serveSchedule([aPlace()], [STOP]);
  const { user } = await openStop();
  expect(dialog().queryByRole("button", { name: "Delete stop" })).not.toBeInTheDocument();
  refuse(409, { error: "Customers have ordered for this stop.", code: "stop_has_orders" });
  await user.click(saveButton());
  expect(
    await dialog().findByText("The stop was not saved: Customers have ordered for this stop."),
  ).toBeVisible();
});

it("makes a weekly series", async () => {
  const { calls } = serveSchedule([aPlace()], [STOP]);
  const { user } = await openSchedule();
  await screen.findByText("3 orders, $41.50");
  await user.click(screen.getByRole("button", { name: "Add stop" }));
  await screen.findByRole("dialog");
  await user.click(dialog().getByLabelText("Repeat every week"));
  expect(dialog().getByRole("button", { name: "Thursday" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await user.click(dialog().getByRole("button", { name: "Monday" }));
  await user.click(saveButton());
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]).toMatchObject({
    path: "/stop-series",
    body: { weekdays: ["mon", "thu"], fromDate: "2026-06-04", startTime: "11:00" },
  });
});

it("repeats a stop on the day of the week that was chosen for it", async () => {
  serveSchedule([aPlace()], [STOP]);
  const { user } = await openSchedule();
  await screen.findByText("3 orders, $41.50");
  await user.click(screen.getByRole("button", { name: "Add stop" }));
  await screen.findByRole("dialog");
  fireEvent.change(dialog().getByLabelText("Day"), { target: { value: "2026-06-05" } });
  await user.click(dialog().getByLabelText("Repeat every week"));
  const pressed = dialog().getAllByRole("button", { pressed: true });
  expect(pressed.map(({ textContent }) => textContent)).toEqual(["Friday"]);
});

it("makes an early end of a stop later again, up to the planned one", async () => {
  const { calls } = serveSchedule(
    [aPlace()],
    [aStaffStop({ endedEarlyAt: "2026-06-02T17:30:00Z" })],
  );
  const { user } = await openStop(/11:00 AM to 1:30 PM/);
  const until = dialog().getByLabelText("Until");
  expect(until).toHaveValue("13:30");
  await user.clear(until);
  await user.type(until, "14:00");
  await user.click(saveButton());
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toMatchObject({ endTime: "14:00" });
});

it("changes and deletes all later stops of a series", async () => {
  const weekly = { ...STOP, orders: 0, seriesId: "e".repeat(24), seriesVersion: 4 };
  const { calls, refuse } = serveSchedule([aPlace()], [weekly]);
  const { user } = await openStop();
  await user.click(dialog().getByLabelText("This and all later ones"));
  expect(dialog().queryByLabelText("Day")).not.toBeInTheDocument();
  await user.clear(dialog().getByLabelText("From"));
  await user.type(dialog().getByLabelText("From"), "10:30");
  const theirs = { ...weekly, version: 5, slotCapacity: 6 };
  refuse(409, { error: "Changed.", code: "version_conflict", series: theirs });
  await user.click(saveButton());
  await user.click(await dialog().findByRole("button", { name: "Keep editing mine" }));
  await user.click(saveButton());
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[0]).toMatchObject({
    method: "PUT",
    path: `/stop-series/${weekly.seriesId}?scope=later&stopId=${weekly._id}`,
  });
  // An end that was set for one of them alone stays, and so does what a colleague has changed of the rule.
  expect(calls[0]?.body).toEqual({ startTime: "10:30", version: 4 });
  expect(calls[1]?.body).toEqual({ startTime: "10:30", version: 5 });
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await user.click(screen.getByRole("button", { name: /11:00 AM to 2:00 PM/ }));
  await user.click(dialog().getByRole("button", { name: "Delete this and all later ones" }));
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  await waitFor(() => expect(calls).toHaveLength(3));
  expect(calls[2]).toMatchObject({
    method: "DELETE",
    path: `/stop-series/${weekly.seriesId}?scope=later&stopId=${weekly._id}`,
  });
});

it("cancels a stop by a change of plan with the reason, and puts it back", async () => {
  const free = { ...STOP, orders: 0 };
  serveSchedule([aPlace()], [free]);
  const previews = recordCalls("post", "*/api/stops/:id/disruptions/preview", bodyOf, () =>
    HttpResponse.json(aPreview({ kind: "cancelled" })),
  );
  const { user, unmount } = await openStop();
  await user.click(dialog().getByRole("button", { name: "Cancel stop" }));
  const plan = within(await screen.findByRole("dialog", { name: "Change of plan" }));
  await user.type(plan.getByLabelText(/^In your own words/), "The fridge broke down");
  await user.click(plan.getByRole("button", { name: "Show what happens" }));
  expect(await plan.findByRole("button", { name: "Cancel the stop" })).toBeEnabled();
  expect(previews).toEqual([{ kind: "cancelled", sentence: "The fridge broke down" }]);
  unmount();
  const back = serveSchedule([aPlace()], [{ ...free, status: "cancelled", state: "cancelled" }]);
  const again = await openStop();
  await again.user.click(dialog().getByRole("button", { name: "Put it back" }));
  await waitFor(() => expect(back.calls[0]?.body).toMatchObject({ status: "scheduled" }));
});

it("copies a stop and a week", async () => {
  const other = { ...STOP, _id: "d".repeat(24), date: "2026-06-04" };
  const { calls, refuse } = serveSchedule([aPlace()], [STOP, other]);
  const { user } = await openSchedule();
  await screen.findAllByText("3 orders, $41.50");
  await user.click(screen.getByRole("button", { name: "Copy week" }));
  refuse(409, { error: "Another stop.", code: "stop_overlaps", stop: NEXT_WEEK });
  await user.click(await screen.findByRole("button", { name: "Copy" }));
  expect(
    await screen.findByText("1 stop copied, 1 left out because the truck is already booked then"),
  ).toBeVisible();
  expect(calls.map(({ body }) => (body as { date: string }).date)).toEqual([
    "2026-06-09",
    "2026-06-11",
  ]);
});

it("archives a place, unless a coming stop uses it", async () => {
  const { calls, refuse } = serveSchedule([aPlace()], []);
  const { user } = await openSchedule();
  await user.click(await screen.findByRole("button", { name: "Places" }));
  await user.click(await screen.findByRole("button", { name: /^Pier 5/ }));
  const sentence = "A coming stop uses this place. Move or delete the stop first.";
  refuse(409, { error: sentence, code: "place_in_use" });
  await user.click(dialog().getByRole("button", { name: "Archive place" }));
  expect(await dialog().findByText(sentence)).toBeVisible();
  await user.clear(dialog().getByLabelText("Sales tax in percent"));
  await user.type(dialog().getByLabelText("Sales tax in percent"), "high");
  await user.click(dialog().getByRole("button", { name: "Save place" }));
  expect(await dialog().findByText("Enter a percentage from 0 to 20")).toBeVisible();
  await user.clear(dialog().getByLabelText("Sales tax in percent"));
  await user.type(dialog().getByLabelText("Sales tax in percent"), "6.25");
  refuse(409, { code: "version_conflict", place: aPlace({ version: 4, address: "2 Pier St" }) });
  await user.click(dialog().getByRole("button", { name: "Save place" }));
  const notice = await dialog().findByRole("region", {
    name: "Someone else changed this place while you were editing",
  });
  expect(notice).toHaveTextContent("2 Pier St");
  await user.click(dialog().getByRole("button", { name: "Keep editing mine" }));
  await user.click(dialog().getByRole("button", { name: "Save place" }));
  await waitFor(() => expect(calls).toHaveLength(3));
  expect(calls[1]).toMatchObject({ method: "PUT", body: { taxRate: 6.25, version: 1 } });
  expect(calls[2]).toMatchObject({
    method: "PUT",
    body: { taxRate: 6.25, address: "2 Pier St", version: 4 },
  });
});

it("switches a truck to its stops, and back only after a question that can be undone", async () => {
  const { calls } = serveSchedule([aPlace()], [STOP]);
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json([{ ...TRUCK, scheduleMode: "always" }])),
  );
  const { user } = await openSchedule();
  await user.click(await screen.findByRole("button", { name: "Open at its stops" }));
  await waitFor(() => expect(calls[0]?.body).toEqual({ scheduleMode: "stops" }));
  expect(await screen.findByText("The truck is open at its stops.")).toBeVisible();
  serveOpenOrders({ orders: 19 });
  await user.click(screen.getByRole("button", { name: "Open at any time instead" }));
  const question = within(await screen.findByRole("alertdialog"));
  expect(await question.findByText("19 open orders stay.")).toBeVisible();
  expect(question.getByText(/^Customers can order day and night/)).toBeVisible();
  expect(calls).toHaveLength(1);
  await user.click(question.getByRole("button", { name: "Open at any time" }));
  await waitFor(() => expect(calls[1]?.body).toEqual({ scheduleMode: "always" }));
  // The line that opened it is gone by now, and what becomes of the way back is said all the same.
  const undone = recordCalls("patch", "*/api/trucks/:id/settings", bodyOf, () =>
    HttpResponse.json({ error: "The kitchen computer is rebooting." }, { status: 500 }),
  );
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  const alert = await screen.findByText("The kitchen computer is rebooting.");
  expect(alert).toHaveAttribute("role", "alert");
  expect(undone).toEqual([{ scheduleMode: "stops" }]);
});

it("names the days on which a weekly stop was left out, and why", async () => {
  const other = aStop({ place: { name: "Market Square" } });
  const { place, note, preorderMinutes, lastOrderMinutes, slotMinutes } = STOP;
  const series: ListedSeries = {
    _id: "5".repeat(24),
    truckId: TRUCK._id,
    ...{ place, note, preorderMinutes, lastOrderMinutes, slotMinutes },
    ...{ slotCapacity: null, walkUpShare: 0, version: 1 },
    ...{ weekdays: ["tue"], startTime: "12:00", endTime: "15:00" },
    ...{ fromDate: "2026-05-01", untilDate: null },
    skipped: [{ date: "2026-06-02", stop: other }],
  };
  serveSchedule([aPlace()], [], [series]);
  await openSchedule();
  expect(
    await screen.findByText(
      "Tuesday, June 2: no stop at Pier 5, because the truck is at Market Square from 11:00 AM to 2:00 PM.",
    ),
  ).toBeVisible();
});
