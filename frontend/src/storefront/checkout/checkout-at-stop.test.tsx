import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import type { Truck } from "@/domain/api/public-types";
import type { Stop } from "@/domain/schedule/current-stops";
import { aGroup, aMenuItem, aMovingTruck, aStop } from "@/test/fixtures";
import { serveStream } from "@/test/live-stream";
import { INTENT, TRUCK } from "@/test/storefront/checkout-fixtures";
import {
  answerWith,
  fillIn,
  openCheckout,
  sent,
  server,
  serveTruck,
  startCheckoutServer,
  submit,
  submitButton,
} from "@/test/storefront/checkout-page-harness";
import { fakeStripe } from "@/test/storefront/fake-stripe";
import { AFTERNOON, STOP, slotsOfStop } from "@/test/storefront/slots";

vi.mock("@/storefront/checkout/payment/stripe-loader", () => ({
  stripeFor: async () => fakeStripe().stripe,
}));

startCheckoutServer();

const truckAt = (stop: Stop | null) => ({ ...aMovingTruck(null, stop), taxRate: 8.75 });

async function openAtStop(truck: Partial<Truck> = {}) {
  openCheckout({ truck: { ...truckAt(STOP), ...truck } });
  await screen.findByText("from Spicy Burritos");
}

const stopPanel = () => screen.getByRole("region", { name: /^Pick up at/ });

it("names the stop, taxes as its place does, and sends the stop that the page shows", async () => {
  await openAtStop();
  expect(stopPanel()).toHaveTextContent(
    "Pick up at Pier 55 River StMonday, June 1, 4:00 PM to 7:00 PM",
  );
  // 10 % of $22.00.
  expect(screen.getByRole("region", { name: "Order summary" })).toHaveTextContent("$24.20");
  await fillIn({ pickup: "" });
  await submit();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body.customerInfo).toMatchObject({
    slotAt: "asap",
    stopId: STOP._id,
    stopVersion: STOP.version,
  });
});

it("shows the present stop when the server says that it has changed", async () => {
  await openAtStop();
  answerWith(() => {
    const place = { ...STOP.place, name: "Market Square" };
    serveTruck(truckAt({ ...STOP, version: 4, place }));
    const sentence = "The time or place of this stop has changed. Please check and order again.";
    return HttpResponse.json({ error: sentence, code: "stop_changed", stop: {} }, { status: 409 });
  });
  await fillIn({ pickup: "" });
  await submit();
  expect(await screen.findByText(/time or place of this stop has changed/)).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Pick up at Market Square" })).toBeVisible();
  await submit();
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.at(-1)?.body.customerInfo).toMatchObject({ stopVersion: 4 });
  expect(sent[0]?.key).not.toBe(sent[1]?.key);
});

it("says why nothing can be ordered when the stop is over", async () => {
  await openAtStop();
  answerWith(() => {
    serveTruck(truckAt(null));
    const sentence = "This truck takes no orders at this stop right now.";
    return HttpResponse.json({ error: sentence, code: "stop_closed", stop: null }, { status: 409 });
  });
  await fillIn({ pickup: "" });
  await submit();
  const main = within(document.body);
  expect((await main.findAllByText(/Its next stop is not planned yet\./))[0]).toBeVisible();
  expect(submitButton()).toBeDisabled();
});

it("closes by itself after the last order", async () => {
  await openAtStop();
  expect(submitButton()).toBeEnabled();
  vi.setSystemTime(new Date("2026-06-01T23:44:59.900Z"));
  vi.advanceTimersByTime(60_000);
  expect((await screen.findAllByText(/Last orders were at 6:45 PM\./))[0]).toBeVisible();
  expect(submitButton()).toBeDisabled();
});

it("says on the payment step when and where the order is picked up, as the server has it", async () => {
  const place = { name: "Pier 5", address: "5 River St", timezone: "America/Chicago" };
  await openAtStop();
  answerWith(() => HttpResponse.json({ ...INTENT, pickupAt: "2026-06-03T16:30:00Z", place }));
  await fillIn({ pickup: "" });
  await submit();
  const agreed = await screen.findByRole("region", { name: /^Pick up at \d/ });
  expect(agreed).toHaveTextContent("Pick up at 11:30 AM, Wednesday, June 3Pier 5, 5 River St");
});

it.each([
  [10, {}, "You can cancel until 11:20 AM, Wednesday, June 3, or until the kitchen starts."],
  [
    10,
    { slotAt: "2026-06-03T16:30:00Z" },
    "You can change or cancel until 11:20 AM, Wednesday, June 3, or until the kitchen starts.",
  ],
  [null, {}, "Once you have paid, only the truck can change or cancel this order."],
])(
  "says before the payment how long the order may be changed (%s, %o)",
  async (changeMinutes, slot, words) => {
    const place = { name: "Pier 5", address: "5 River St", timezone: "America/Chicago" };
    await openAtStop({ changeMinutes });
    answerWith(() =>
      HttpResponse.json({ ...INTENT, pickupAt: "2026-06-03T16:30:00Z", place, ...slot }),
    );
    await fillIn({ pickup: "" });
    await submit();
    const agreed = await screen.findByRole("region", { name: /^Pick up at \d/ });
    expect(agreed).toHaveTextContent(words);
  },
);

it("cannot be continued at a truck that has paused, and says so", async () => {
  openCheckout({ truck: { ...truckAt(STOP), acceptingOrders: false } });
  expect(
    (await screen.findAllByText(/This truck is not taking orders right now/))[0],
  ).toBeVisible();
  expect(submitButton()).toBeDisabled();
});

it("says on the payment step that an order which was begun before a pause can still be paid", async () => {
  const stream = serveStream(server, `*/api/trucks/${TRUCK._id}/stream`);
  await openAtStop();
  await fillIn({ pickup: "" });
  await submit();
  await screen.findByRole("heading", { name: "Payment" });
  await waitFor(() => expect(stream.isHeard()).toBe(true));
  act(() => stream.say("truck", { ...truckAt(STOP), ...TRUCK, acceptingOrders: false }));
  expect(await screen.findByText(/You can still pay for this one\./)).toBeVisible();
  expect(screen.queryByText(/is not taking orders right now/)).not.toBeInTheDocument();
});

const LATER = aStop({
  ...STOP,
  _id: "8".repeat(24),
  startsAt: "2026-06-03T21:00:00Z",
  endsAt: "2026-06-04T00:00:00Z",
  version: 6,
  place: { ...STOP.place, name: "Market Square", taxRate: 5 },
});

function openAtLaterStop() {
  server.use(http.get("*/api/trucks/:slug/stops", () => HttpResponse.json([STOP, LATER])));
  openCheckout({
    truck: truckAt(STOP),
    slots: () => ({ ...slotsOfStop(AFTERNOON), stopId: LATER._id }),
    search: `?stop=${LATER._id}`,
  });
}

it("sends the stop that was chosen on the truck's page, with the rate of its place", async () => {
  openAtLaterStop();
  expect(await screen.findByRole("heading", { name: "Pick up at Market Square" })).toBeVisible();
  await fillIn({ pickup: "" });
  await submit();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body.customerInfo).toMatchObject({ stopId: LATER._id, stopVersion: 6 });
  expect(sent[0]?.body.cart.total).toBe(23.1);
});

it("is not shut by what is sold out at the present stop while the order is for a later one", async () => {
  const group = aGroup("Extras", [0, 1], "Guacamole:1.50");
  const burrito = aMenuItem({
    _id: "64b0000000000000000000a1",
    name: "Carnitas burrito",
    basePrice: 9.5,
    optionGroups: [{ ...group, options: group.options.map((one) => ({ ...one, _id: "o1" })) }],
  });
  const asked: (string | null)[] = [];
  server.use(
    http.get("*/api/menu-items/public/:id", ({ request }) => {
      const stopId = new URL(request.url).searchParams.get("stopId");
      asked.push(stopId);
      const remaining = stopId === LATER._id ? 4 : 0;
      return HttpResponse.json([{ ...burrito, remaining, isAvailable: remaining > 0 }]);
    }),
  );
  openAtLaterStop();
  await waitFor(() => expect(asked).toContain(LATER._id));
  await fillIn({ pickup: "" });
  await submit();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByText(/sold out/)).toBeNull();
});
