import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { AnalyticsTopItem } from "@/domain/api/staff-types";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { aPlace, aStaffStop, serveSchedule } from "@/test/staff/schedule-backend";
import { aStaffMenuItem, signInAs } from "@/test/staff/staff";
// Loaded before the first test, so that none waits for a chunk.
import "@/staff/routes";
import "@/staff/schedule/schedule-page";

const FREE = aStaffStop();
const LIMITED = aStaffStop({ slotCapacity: 12, walkUpShare: 20, orders: 3, revenue: 41.5 });

const COLA = aStaffMenuItem({ _id: "c".repeat(24), name: "Cola", prepUnits: 0 });
const TACO = aStaffMenuItem({ _id: "a".repeat(24), name: "Taco" });
const BURRITO = aStaffMenuItem({ _id: "b".repeat(24), name: "Burrito", prepUnits: 2 });

/** A menu, and what of it was sold. */
function serveSales(topItems: AnalyticsTopItem[]) {
  server.use(
    http.get("*/api/menu-items/truck/:id", () => HttpResponse.json([COLA, TACO, BURRITO])),
    http.get("*/api/analytics", () => HttpResponse.json({ topItems })),
  );
}

beforeEach(() => {
  // The day before the stop of the fixture.
  vi.useFakeTimers({ now: new Date("2026-06-01T13:00:00Z"), shouldAdvanceTime: true });
  signInAs("admin");
});

afterEach(() => vi.useRealTimers());

const dialog = () => within(screen.getByRole("dialog"));

async function openCapacity(stop = FREE) {
  const backend = serveSchedule([aPlace()], [stop]);
  serveSales([{ menuItemId: BURRITO._id, name: "Burrito", quantity: 30, revenue: 300 }]);
  const { user } = renderApp("/admin/schedule");
  await user.click(await screen.findByRole("button", { name: /11:00 AM to 2:00 PM/ }));
  await user.click(dialog().getByText(/^How much can be ordered/));
  const units = dialog().getByLabelText("Menu items per slot");
  const save = () => user.click(dialog().getByRole("button", { name: "Save" }));
  return { user, units, save, ...backend };
}

it("limits a stop, and says what that is in an hour while it is typed", async () => {
  const { user, units, save, calls } = await openCapacity();
  expect(dialog().getByText("How much can be ordered: no limit")).toBeVisible();
  expect(dialog().queryByLabelText("Kept for the counter")).not.toBeInTheDocument();
  await user.type(units, "12");
  await waitFor(() =>
    expect(dialog().getByRole("status")).toHaveTextContent(/^About 36 × Burrito an hour\.$/),
  );
  await user.selectOptions(dialog().getByLabelText("Slot length"), "20 minutes");
  await user.selectOptions(dialog().getByLabelText("Kept for the counter"), "20%");
  expect(dialog().getByRole("status")).toHaveTextContent(
    "About 18 × Burrito an hour. Online: 13 × Burrito.",
  );
  expect(dialog().getByText("How much can be ordered: a limit every 20 minutes")).toBeVisible();
  await save();
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toEqual({
    slotMinutes: 20,
    slotCapacity: 12,
    walkUpShare: 20,
    version: FREE.version,
  });
});

it("raises the limit of a stop with orders, and sends nothing else", async () => {
  const { user, units, save, calls } = await openCapacity(LIMITED);
  await user.clear(units);
  await user.type(units, "18");
  await save();
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toEqual({ slotCapacity: 18, version: LIMITED.version });
});

it("takes the limit away where the field is left empty", async () => {
  const { user, units, save, calls } = await openCapacity(LIMITED);
  await user.clear(units);
  await save();
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toEqual({ slotCapacity: null, version: LIMITED.version });
});

it("takes no number that the server would refuse", async () => {
  const { user, units, save, calls } = await openCapacity();
  for (const typed of ["0", "501", "1.5"]) {
    await user.clear(units);
    await user.type(units, typed);
    await save();
    expect(units).toBeInvalid();
    expect(units).toHaveAccessibleDescription(
      "Enter a whole number from 1 to 500, or leave it empty",
    );
  }
  expect(calls).toEqual([]);
});

it("shows the server's refusal of a lower limit", async () => {
  const { user, units, save, refuse } = await openCapacity(LIMITED);
  refuse(409, { error: "Customers have ordered for this stop.", code: "stop_has_orders" });
  await user.clear(units);
  await user.type(units, "6");
  await save();
  expect(
    await dialog().findByText("The stop was not saved: Customers have ordered for this stop."),
  ).toBeVisible();
  expect(units).toHaveValue("6");
});

async function openTax(stop = FREE) {
  const { calls } = serveSchedule([aPlace()], [stop]);
  const { user } = renderApp("/admin/schedule");
  await user.click(await screen.findByRole("button", { name: /11:00 AM to 2:00 PM/ }));
  await user.click(dialog().getByText("Note, order times and tax"));
  return { user, calls };
}

it("gives one stop prices with tax, which the truck has not", async () => {
  const { user, calls } = await openTax();
  const choice = dialog().getByLabelText("Tax at this stop");
  expect(choice).toHaveDisplayValue("As the truck's other prices");
  await user.selectOptions(choice, "Prices include tax");
  await user.click(dialog().getByRole("button", { name: "Save" }));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toEqual({ pricesIncludeTax: true, version: FREE.version });
});

it("leaves prices with tax as they are once customers have ordered", async () => {
  const { user, calls } = await openTax({ ...LIMITED, pricesIncludeTax: true });
  expect(dialog().getByText(/^Prices include tax\. This stays so/)).toBeVisible();
  expect(dialog().queryByLabelText("Tax at this stop")).not.toBeInTheDocument();
  await user.type(dialog().getByLabelText("Note (optional)"), "By the gate");
  await user.click(dialog().getByRole("button", { name: "Save" }));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toEqual({ note: "By the gate", version: LIMITED.version });
});
