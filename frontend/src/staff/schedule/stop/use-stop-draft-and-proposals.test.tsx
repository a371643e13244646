import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { aPlace, aStaffStop, serveSchedule } from "@/test/staff/schedule-backend";
import { signInAs } from "@/test/staff/staff";
// Loaded before the first test, so that none waits for a chunk.
import "@/staff/routes";
import "@/staff/schedule/schedule-page";

/** Tomorrow from 11 AM to 2 PM; the proposal is one like it at noon on June 4. */
const STOP = aStaffStop({ orders: 3, revenue: 41.5 });
const PROPOSAL = {
  placeId: aPlace()._id,
  date: "2026-06-04",
  startTime: "12:00",
  endTime: "15:00",
  preorderMinutes: 120,
  lastOrderMinutes: 15,
  slotMinutes: 10,
  slotCapacity: null,
  walkUpShare: 0,
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-06-01T13:00:00Z"), shouldAdvanceTime: true });
  signInAs("admin");
});

afterEach(() => vi.useRealTimers());

const dialog = () => within(screen.getByRole("dialog"));
const addButton = () => screen.getByRole("button", { name: "Add stop" });

/** The schedule, of which the proposal is asked for and comes when `propose` is called. */
async function askForProposal(stops = [STOP], name = "Add stop") {
  serveSchedule([aPlace()], stops);
  let propose: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    propose = resolve;
  });
  let answers = 0;
  server.use(
    http.get("*/api/stops/proposal", async () => {
      await asked;
      answers += 1;
      return HttpResponse.json(PROPOSAL);
    }),
  );
  const { user } = renderApp("/admin/schedule");
  await user.click(await screen.findByRole("button", { name: "Next week" }));
  await user.click(screen.getByRole("button", { name: "This week" }));
  await waitFor(() => expect(screen.getByRole("button", { name })).toBeEnabled());
  await user.click(screen.getByRole("button", { name }));
  const answer = async () => {
    propose();
    await waitFor(() => expect(answers).toBe(1));
    await vi.advanceTimersByTimeAsync(500);
  };
  return { user, answer };
}

it("marks its button busy while the next free day is asked for", async () => {
  const { user, answer } = await askForProposal();
  expect(addButton()).toBeDisabled();
  expect(addButton()).toHaveAttribute("aria-busy", "true");
  await answer();
  expect(dialog().getByLabelText("Day")).toHaveValue("2026-06-04");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(addButton()).toHaveFocus());
  expect(addButton()).toBeEnabled();
});

it("marks the button of an empty week busy too", async () => {
  await askForProposal([], "Plan a stop");
  expect(screen.getByRole("button", { name: "Plan a stop" })).toHaveAttribute("aria-busy", "true");
});

it("opens as far as it is known here when there is no answer in time", async () => {
  await askForProposal();
  await vi.advanceTimersByTimeAsync(4_000);
  await waitFor(() => expect(dialog().getByLabelText("Day")).toHaveValue("2026-06-03"));
  expect(dialog().getByLabelText("From")).toHaveValue("11:00");
});

it("leaves a form alone that was opened before the answer", async () => {
  const { user, answer } = await askForProposal();
  await user.click(screen.getByRole("button", { name: "Add a stop on Friday, June 5" }));
  fireEvent.change(dialog().getByLabelText("From"), { target: { value: "09:30" } });
  await answer();
  expect(dialog().getByLabelText("Day")).toHaveValue("2026-06-05");
  expect(dialog().getByLabelText("From")).toHaveValue("09:30");
});

it.each([
  ["another form was closed", /11:00 AM to 2:00 PM/, []],
  ["the places were opened", "Places", ["Places"]],
])("opens nothing by a late answer after %s", async (_what, name, left) => {
  const { user, answer } = await askForProposal();
  await user.click(screen.getByRole("button", { name }));
  await screen.findByRole("dialog");
  if (left.length === 0) await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryAllByRole("dialog")).toHaveLength(left.length));
  await answer();
  const open = screen.queryAllByRole("dialog");
  expect(open.map((each) => within(each).getByRole("heading", { level: 2 }).textContent)).toEqual(
    left,
  );
});
