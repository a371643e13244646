import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aStop } from "@/test/fixtures";
import { renderApp } from "@/test/render-app";
import { bodyAndKeyOf, recordCalls, server } from "@/test/server";
import { aCounterStop, serveCounter, someLoads } from "@/test/staff/schedule-backend";
import { anOrder, aStaffMenuItem, aStaffTruck, signInAs } from "@/test/staff/staff";
import { serveStaff } from "@/test/staff/staff-backend";
// Loaded before the first test, so that none waits for a chunk.
import "@/staff/routes";
import "./counter-page-and-item-grid";

const COLA = aStaffMenuItem({ _id: "b".repeat(24), name: "Cola", basePrice: 2 });
const STOP = aStop({ state: "open", takesOrders: true, slotCapacity: 12 });
const TEN_PAST = "2026-06-02T16:10:00Z";
const FULL = {
  error: "The kitchen is full at this time. Take the order anyway?",
  code: "over_capacity",
  slotAt: "2026-06-02T16:10:00Z",
  units: 3,
  used: 12,
  capacity: 12,
  slots: [
    { at: "2026-06-02T16:30:00Z", state: "free" },
    { at: "2026-06-02T16:40:00Z", state: "few" },
  ],
};

beforeEach(() => {
  // Ten past noon at the stop.
  vi.useFakeTimers({ now: new Date("2026-06-02T16:10:30Z"), shouldAdvanceTime: true });
  signInAs("admin");
  serveStaff();
  // The server leaves out what its own clock has passed.
  serveCounter({ stops: [aCounterStop(STOP, someLoads(TEN_PAST, [12, 9, 0]))] });
  server.use(http.get("*/api/menu-items/truck/:id", () => HttpResponse.json([COLA])));
});

afterEach(() => vi.useRealTimers());

const full = () => HttpResponse.json(FULL, { status: 409 });
const taken = () => HttpResponse.json(anOrder({ orderNumber: "142", source: "counter" }));

/** An order of one cola, which is sent; the answers come one after the other. */
async function takeCola(...answers: (() => Response)[]) {
  const read = (request: Request) =>
    bodyAndKeyOf(request) as Promise<{ body: Record<string, unknown>; key: string | null }>;
  const sent = recordCalls("post", "*/api/orders", read, () => (answers.shift() ?? taken)());
  const { user } = renderApp("/admin/orders/new");
  await user.click(await screen.findByRole("button", { name: /^Cola/ }));
  const send = () => user.click(screen.getByRole("button", { name: "Card" }));
  return { user, sent, send };
}

const question = async () =>
  within(await screen.findByRole("alertdialog", { name: "The kitchen is full at 12:10 PM" }));

it("shows how full each slot is, and takes the running one", async () => {
  const { sent, send } = await takeCola();
  const slots = await screen.findByLabelText("Pickup slot");
  expect(
    within(slots)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual([
    "Now: 12:10 PM · 12 of 12 menu items",
    "12:20 PM · 9 of 12 menu items",
    "12:30 PM · 0 of 12 menu items",
  ]);
  await send();
  expect(await screen.findByText("#142")).toBeVisible();
  expect(sent[0]?.body).not.toHaveProperty("slotAt");
  expect(sent[0]?.body).not.toHaveProperty("confirmOverCapacity");
});

it("takes a later slot on a tablet that is ahead, and the next order begins with the running one", async () => {
  vi.setSystemTime(new Date("2026-06-02T16:50:00Z"));
  const { user, sent, send } = await takeCola();
  await user.selectOptions(
    await screen.findByLabelText("Pickup slot"),
    "12:30 PM · 0 of 12 menu items",
  );
  await send();
  await user.click(await screen.findByRole("button", { name: "Next order" }));
  expect(sent[0]?.body).toMatchObject({ slotAt: "2026-06-02T16:30:00.000Z" });
  expect(await screen.findByLabelText("Pickup slot")).toHaveDisplayValue(/^Now: /);
});

it("asks with the figures before it takes more than fits, and then takes it once", async () => {
  const { user, sent, send } = await takeCola(full, taken);
  await send();
  const asked = await question();
  expect(
    asked.getByText("This slot has 12 of 12 menu items, and this order adds 3. Take it anyway?"),
  ).toBeVisible();
  await waitFor(() => expect(asked.getByRole("button", { name: "Cancel" })).toHaveFocus());
  await user.click(asked.getByRole("button", { name: "Take it anyway" }));
  expect(await screen.findByText("#142")).toBeVisible();
  expect(sent).toHaveLength(2);
  expect(sent[1]?.body).toMatchObject({ slotAt: FULL.slotAt, confirmOverCapacity: true });
});

it("keeps the order where the answer is no", async () => {
  const { user, sent, send } = await takeCola(full);
  await send();
  await user.click((await question()).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(screen.getByRole("list", { name: "Items" })).toHaveTextContent("Cola");
  expect(sent).toHaveLength(1);
});

it("offers the next slots with room", async () => {
  const { user, sent, send } = await takeCola(full, taken);
  await send();
  await user.click((await question()).getByRole("button", { name: "12:30 PM" }));
  expect(await screen.findByText("#142")).toBeVisible();
  expect(sent[1]?.body).toMatchObject({ slotAt: "2026-06-02T16:30:00Z" });
  expect(sent[1]?.body).not.toHaveProperty("confirmOverCapacity");
});

it("says what else is refused after the question, beside the order", async () => {
  const soldOut = () =>
    HttpResponse.json(
      {
        error: "Something in this order is not available.",
        code: "cart_invalid",
        problems: [{ line: 0, code: "item_sold_out", message: "Only 2 left." }],
      },
      { status: 409 },
    );
  const { user, send } = await takeCola(full, soldOut);
  await send();
  await user.click((await question()).getByRole("button", { name: "Take it anyway" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(screen.getByText("Only 2 left.")).toBeVisible();
});

it("asks on the truck's clock where the truck is always open", async () => {
  serveCounter();
  server.use(
    http.get("*/api/trucks", () =>
      HttpResponse.json([aStaffTruck({ timezone: "America/Los_Angeles" })]),
    ),
  );
  const { send } = await takeCola(full);
  await send();
  expect(
    await screen.findByRole("alertdialog", { name: "The kitchen is full at 9:10 AM" }),
  ).toBeVisible();
  expect(screen.queryByLabelText("Pickup slot")).not.toBeInTheDocument();
});

it("takes orders although the slots of a truck that is always open did not load", async () => {
  const truck = aStaffTruck();
  const settings = { ...truck.settings, unitsPerTenMinutes: 12 };
  serveCounter();
  server.use(
    http.get("*/api/trucks", () => HttpResponse.json([{ ...truck, settings }])),
    http.get("*/api/trucks/:id/slot-loads", () => HttpResponse.error(), { once: true }),
    http.get("*/api/trucks/:id/slot-loads", () =>
      HttpResponse.json(someLoads(TEN_PAST, [12, 9], { stopId: null })),
    ),
  );
  const { user, sent, send } = await takeCola();
  expect(await screen.findByText("The pickup slots did not load")).toBeVisible();
  expect(screen.getByRole("button", { name: "Card" })).toBeEnabled();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await user.selectOptions(
    await screen.findByLabelText("Pickup slot"),
    "12:20 PM · 9 of 12 menu items",
  );
  await send();
  expect(await screen.findByText("#142")).toBeVisible();
  expect(sent[0]?.body).toMatchObject({ slotAt: "2026-06-02T16:20:00.000Z" });
});
