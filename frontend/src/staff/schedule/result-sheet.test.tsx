import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { StopGroup } from "@/domain/api/staff-types";
import type { StaffStop } from "@/staff/schedule/api";
import { renderApp } from "@/test/render-app";
import { recordCalls } from "@/test/server";
import { aStopGroup, aStopResult } from "@/test/staff/reports-backend";
import { aPlace, aStaffStop, serveSchedule } from "@/test/staff/schedule-backend";
import { signInAs } from "@/test/staff/staff";
// Loaded before the first test, so that none waits for a chunk.
import "@/staff/routes";
import "@/staff/schedule/schedule-page";

beforeEach(() => {
  // The day after the stop of the fixture.
  vi.useFakeTimers({ now: new Date("2026-06-03T13:00:00Z"), shouldAdvanceTime: true });
  signInAs("admin");
});

afterEach(() => vi.useRealTimers());

const dialog = () => within(screen.getByRole("dialog"));
const resultTab = () => dialog().queryByRole("radio", { name: "Result" });

async function openStop(state: string, answer: () => Response, overrides: Partial<StaffStop> = {}) {
  serveSchedule([aPlace()], [{ ...aStaffStop(), state, ...overrides } as StaffStop]);
  const asked = recordCalls("get", "*/api/stops/:id/result", () => "result", answer);
  const { user } = renderApp("/admin/schedule");
  await user.click(await screen.findByRole("button", { name: /11:00 AM to 2:00 PM/ }));
  return { user, asked };
}

async function openResult(state: string, result: StopGroup) {
  const { user } = await openStop(state, () => HttpResponse.json(aStopResult(result)));
  await user.click(dialog().getByRole("radio", { name: "Result" }));
  return dialog().findByRole("region", { name: "Result of the stop" });
}

function figureOf(region: HTMLElement, label: string) {
  return within(region).getByText(label, { selector: "dt" }).parentElement?.textContent;
}

it("says what a stop brought in, beside the average of its place", async () => {
  const lostDemand = { closedViews: 5, slotFull: 1, soldOut: 0, unpaid: 2 };
  const region = await openResult("ended", aStopGroup({ lostDemand }));
  expect(region).toHaveTextContent(
    /^Compared with the average of 8 other stops here in the 90 days before\./,
  );
  expect(figureOf(region, "Revenue")).toBe("Revenue$420.00+25%, above $336.00");
  expect(figureOf(region, "Orders")).toBe("Orders12Average here: 10");
  expect(figureOf(region, "Revenue per hour")).toBe("Revenue per hour$140.00Average here: $112.00");
  expect(figureOf(region, "Median time to ready")).toBe("Median time to ready16 min");
  expect(figureOf(region, "Not paid")).toBe("Not paid2");
});

it("says of a stop that is still open that its figures are not the last", async () => {
  const region = await openResult("open", aStopGroup({ stop: { state: "open" } }));
  expect(region).toHaveTextContent(/^The stop is still open: these are its figures so far\./);
  expect(figureOf(region, "Revenue")).toBe("Revenue$420.00Still open; average $336.00");
});

it("says where nothing compares, and which figures there are none of", async () => {
  const first = aStopGroup({ placeAverage: null, revenueChange: null, unitsUsedShare: null });
  const region = await openResult("ended", first);
  expect(region).toHaveTextContent(
    /^No other stop has ended here in the 90 days before, so there is nothing to compare with\./,
  );
  expect(figureOf(region, "Revenue")).toBe("Revenue$420.00");
  expect(figureOf(region, "Capacity used")).toBe("Capacity usedNo data");
});

it.each([403, 404])("is absent for those who may not see it (%d)", async (status) => {
  const refusal = { error: "You may not do this.", code: "not_allowed" };
  const { asked } = await openStop("ended", () => HttpResponse.json(refusal, { status }));
  await waitFor(() => expect(asked).toHaveLength(1));
  await waitFor(() => expect(resultTab()).not.toBeInTheDocument());
  expect(dialog().getByRole("radio", { name: "Plan" })).toBeChecked();
  expect(screen.queryByText("You may not do this.")).not.toBeInTheDocument();
});

it.each([
  ["has not begun", "upcoming", "scheduled"],
  ["was cancelled", "cancelled", "cancelled"],
] as const)("is not asked for of a stop that %s", async (_, state, status) => {
  const { asked } = await openStop(state, () => HttpResponse.json(aStopResult()), { status });
  expect(dialog().getByRole("radio", { name: "Plan" })).toBeChecked();
  expect(resultTab()).not.toBeInTheDocument();
  expect(asked).toEqual([]);
});
