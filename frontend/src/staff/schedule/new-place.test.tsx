import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderApp } from "@/test/render-app";
import { aPlace, aStaffStop, serveSchedule } from "@/test/staff/schedule-backend";
import { signInAs } from "@/test/staff/staff";
// Loaded before the first test, so that none waits for a chunk.
import "@/staff/routes";
import "@/staff/schedule/schedule-page";

const STOP = aStaffStop({ orders: 3, revenue: 41.5 });

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-06-01T13:00:00Z"), shouldAdvanceTime: true });
  signInAs("admin");
});

afterEach(() => vi.useRealTimers());

async function openSchedule() {
  const app = renderApp("/admin/schedule");
  await screen.findByRole("heading", { level: 1, name: "Schedule" });
  return app;
}

const dialog = () => within(screen.getByRole("dialog"));
const saveButton = () => dialog().getByRole("button", { name: "Save" });

it("adds a stop at another place, which is saved first, once", async () => {
  const { calls } = serveSchedule([aPlace()], [STOP]);
  const geolocation = {
    getCurrentPosition: (
      found: (position: object) => void,
      failed: (error: { code: number }) => void,
    ) => (refusals.shift() ? failed({ code: 1 }) : found(POSITION)),
  };
  const refusals = [true];
  const POSITION = { coords: { latitude: 40.70612345, longitude: -74.0021 } };
  Object.defineProperty(navigator, "geolocation", { value: geolocation, configurable: true });
  const { user } = await openSchedule();
  await screen.findByText("3 orders, $41.50");
  await user.click(screen.getByRole("button", { name: "Add stop" }));
  await user.selectOptions(await screen.findByLabelText("Place"), "Another place…");
  await user.click(saveButton());
  expect(await dialog().findByText("Name the place.")).toBeVisible();
  await user.type(dialog().getByLabelText("Name of the place"), " Canal Park ");
  await user.type(dialog().getByLabelText("Address"), "9 Lake Ave");
  await user.click(dialog().getByRole("button", { name: "Use my position" }));
  expect(dialog().getByText(/Allow it in the browser, or type the address/)).toBeVisible();
  await user.click(dialog().getByRole("button", { name: "Use my position" }));
  expect(dialog().getByText("The map has your position.")).toBeVisible();
  await user.click(saveButton());
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[0]).toMatchObject({
    path: "/places",
    body: { name: "Canal Park", address: "9 Lake Ave", latitude: 40.706123, longitude: -74.0021 },
  });
  expect(calls[1]).toMatchObject({ path: "/stops", body: { placeId: aPlace()._id } });
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  Reflect.deleteProperty(navigator, "geolocation");
});

it("takes a position back that was found, before and after it is saved", async () => {
  const { calls, refuse } = serveSchedule([aPlace()], [STOP]);
  const getCurrentPosition = (found: (position: object) => void) =>
    found({ coords: { latitude: 40.7, longitude: -74 } });
  Object.defineProperty(navigator, "geolocation", {
    value: { getCurrentPosition },
    configurable: true,
  });
  const { user } = await openSchedule();
  await screen.findByText("3 orders, $41.50");
  await user.click(screen.getByRole("button", { name: "Add stop" }));
  await user.selectOptions(await screen.findByLabelText("Place"), "Another place…");
  await user.type(dialog().getByLabelText("Name of the place"), "Canal Park");
  const use = dialog().getByRole("button", { name: "Use my position" });
  const remove = () => dialog().getByRole("button", { name: "Remove position" });
  expect(dialog().queryByRole("button", { name: "Remove position" })).not.toBeInTheDocument();
  await user.click(use);
  await user.click(remove());
  expect(dialog().getByText("For the map and for customers near you.")).toBeVisible();
  expect(dialog().queryByRole("button", { name: "Remove position" })).not.toBeInTheDocument();
  expect(use).toHaveFocus();
  await user.click(use);
  refuse(201, aPlace());
  refuse(409, { error: "Another stop.", code: "stop_overlaps", stop: STOP });
  await user.click(saveButton());
  expect(await dialog().findByText(/^The truck is at Pier 5/)).toBeVisible();
  await user.click(remove());
  await user.click(saveButton());
  await waitFor(() => expect(calls).toHaveLength(4));
  expect(calls[0]?.body).toMatchObject({ latitude: 40.7, longitude: -74 });
  expect(calls[2]).toMatchObject({ method: "PUT", body: { latitude: null, longitude: null } });
  Reflect.deleteProperty(navigator, "geolocation");
});

it("invites to plan an empty week, and folds its finished days", async () => {
  vi.setSystemTime(new Date("2026-06-04T13:00:00Z"));
  serveSchedule([aPlace()], []);
  const { user } = await openSchedule();
  expect(await screen.findByText("No stops are planned this week")).toBeVisible();
  const earlier = screen.getByRole("button", { name: "3 earlier days" });
  expect(earlier).toHaveAttribute("aria-expanded", "false");
  await user.click(earlier);
  expect(earlier).toHaveAttribute("aria-expanded", "true");
  await user.click(screen.getByRole("button", { name: "Plan a stop" }));
  expect(await screen.findByRole("dialog", { name: "Add stop" })).toBeVisible();
  expect(dialog().getByLabelText("Day")).toHaveValue("2026-06-04");
});
