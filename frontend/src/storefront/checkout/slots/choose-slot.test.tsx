import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { clearCart } from "@/storefront/cart/cart-store";
import { aMenuItem, aMovingTruck, aStop } from "@/test/fixtures";
import { serveStream } from "@/test/live-stream";
import {
  fillIn,
  openCheckout,
  openLater,
  SLUG,
  sent,
  server,
  startCheckoutServer,
  submit,
  submitButton,
  user,
} from "@/test/storefront/checkout-page-harness";
import { fakeStripe } from "@/test/storefront/fake-stripe";
import {
  AFTERNOON,
  NO_SLOTS,
  STOP,
  serveSlots,
  slotAt,
  slotsOfStop,
} from "@/test/storefront/slots";
import type { OfferedSlots } from "./api";

vi.mock("@/storefront/checkout/payment/stripe-loader", () => ({
  stripeFor: async () => fakeStripe().stripe,
}));

startCheckoutServer();

const NEXT = aStop({
  _id: "7".repeat(24),
  startsAt: "2026-06-02T15:00:00Z",
  endsAt: "2026-06-02T18:00:00Z",
});

async function openAtStop(answer: () => OfferedSlots | Response, next = NEXT) {
  const { asked } = openCheckout({ truck: aMovingTruck(STOP, next), slots: answer });
  await screen.findByText("from Spicy Burritos");
  return asked;
}

const asap = (time = "4:00") =>
  screen.findByRole("radio", { name: `As soon as possible (about ${time} PM)` });
const slot = (name: string) => screen.getByRole("radio", { name });
const group = () => screen.getByRole("group", { name: "Pickup time" });

describe("the pickup slots of a stop", () => {
  it("start with as soon as possible, and what was chosen is sent with the stop", async () => {
    await openAtStop(() => slotsOfStop(AFTERNOON));
    expect(await asap()).toBeChecked();
    expect(screen.queryByLabelText("As soon as possible")).toBeNull();
    await fillIn({ pickup: "" });
    await submit();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body.customerInfo).toEqual({
      name: "Ada Lovelace",
      phone: "(555) 234-5678",
      email: "",
      slotAt: "asap",
      stopId: STOP._id,
      stopVersion: STOP.version,
    });
  });

  it("are grouped by the hour on the clock of the place, and one of them can be chosen", async () => {
    await openAtStop(() => slotsOfStop(AFTERNOON));
    await asap();
    expect(screen.getAllByRole("radio")).toHaveLength(1);
    await openLater();
    const times = (hour: string) =>
      within(screen.getByRole("group", { name: hour }))
        .getAllByRole("radio")
        .map((radio) => radio.closest("label")?.textContent?.trim());
    expect(times("4 PM")).toEqual([
      "4:00 PM",
      "4:10 PM",
      "4:20 PM",
      "4:30 PM",
      "4:40 PM",
      "4:50 PM",
    ]);
    expect(times("5 PM")).toEqual(["5:00 PM", "5:10 PM"]);
    await fillIn({ pickup: "" });
    await user.click(slot("4:30 PM"));
    await submit();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body.customerInfo).toMatchObject({ slotAt: slotAt("4:30") });
  });

  it("say which are full and which nearly, and the full ones cannot be chosen, by key either", async () => {
    await openAtStop(() => slotsOfStop(AFTERNOON, { few: ["4:20"], full: ["4:00", "4:10"] }));
    const first = await asap("4:20");
    await openLater();
    expect(slot("4:00 PM Full")).toBeDisabled();
    expect(slot("4:00 PM Full").closest("label")?.querySelector("s")).toHaveTextContent("4:00 PM");
    expect(slot("4:20 PM Few left")).toBeEnabled();
    first.focus();
    await user.keyboard("{ArrowDown}");
    expect(slot("4:20 PM Few left")).toBeChecked();
    await user.keyboard("{ArrowDown}");
    expect(slot("4:30 PM")).toBeChecked();
    await waitFor(() => expect(slot("4:30 PM")).toHaveFocus());
  });

  it("are asked for the kitchen effort of the cart", async () => {
    const burrito = aMenuItem({ _id: "64b0000000000000000000a1", prepUnits: 3 });
    server.use(http.get("*/api/menu-items/public/:id", () => HttpResponse.json([burrito])));
    const asked = await openAtStop(() => slotsOfStop(AFTERNOON));
    await waitFor(() => expect(asked.at(-1)).toEqual({ stopId: STOP._id, units: "6" }));
  });

  it("of another day say the day", async () => {
    vi.setSystemTime(new Date("2026-05-31T20:00:00Z"));
    await openAtStop(() => slotsOfStop(AFTERNOON));
    expect(
      await screen.findByRole("radio", { name: "As soon as possible (about Mon 4:00 PM)" }),
    ).toBeChecked();
    await openLater();
    expect(within(group()).getByText("Monday, June 1")).toBeVisible();
  });

  it("of a long day show the next hours first, and all of them on request", async () => {
    const day = Array.from({ length: 7 }, (_, hour) => `${hour + 4}:00`);
    await openAtStop(() => slotsOfStop(day));
    await asap();
    await openLater();
    expect(screen.getAllByRole("radio")).toHaveLength(5);
    await user.click(screen.getByRole("button", { name: "Show all times" }));
    expect(slot("10:00 PM")).toBeEnabled();
  });
});

describe("while the slots are not there", () => {
  it("an order as soon as possible can go on, and a load that failed is tried again", async () => {
    let isUp = false;
    await openAtStop(() =>
      isUp ? slotsOfStop(AFTERNOON) : HttpResponse.json({ error: "Busy." }, { status: 503 }),
    );
    expect(await screen.findByText("The pickup times did not load")).toBeVisible();
    expect(screen.getByRole("radio", { name: "As soon as possible" })).toBeChecked();
    expect(submitButton()).toBeEnabled();
    isUp = true;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await asap()).toBeChecked();
  });

  it("a stop that is booked out says so, and when the next one can be ordered from", async () => {
    await openAtStop(() => slotsOfStop(AFTERNOON, { full: AFTERNOON }));
    const [said] = await screen.findAllByText("No pickup time has room for this order.");
    expect(said).toBeVisible();
    const told = "It opens Tue 11:00 AM. You can order from Tue 9:00 AM.";
    expect(screen.getByText(told)).toBeVisible();
    expect(screen.queryByRole("radio")).toBeNull();
    expect(submitButton()).toBeDisabled();
  });

  it("the checkout of a truck without slots asks for a time of day", async () => {
    const asked = serveSlots(server, () => NO_SLOTS);
    openCheckout();
    await fillIn();
    await waitFor(() => expect(asked).not.toHaveLength(0));
    await submit();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body.customerInfo).toMatchObject({ pickupTime: "18:00" });
    expect(sent[0]?.body.customerInfo).not.toHaveProperty("slotAt");
  });

  it("a truck that is always open has slots once its kitchen has a limit", async () => {
    const { slots, asap: first } = slotsOfStop(["4:00", "4:10"]);
    const offered = { ...NO_SLOTS, slots, asap: first };
    const asked = serveSlots(server, () => offered);
    openCheckout();
    await openLater();
    // Two hours behind the clock of the stop.
    await user.click(await screen.findByRole("radio", { name: "2:10 PM" }));
    await fillIn({ pickup: "" });
    await submit();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body.customerInfo).toMatchObject({ slotAt: slotAt("4:10") });
    expect(asked[0]).toEqual({ units: "2" });
  });
});

describe("on an open page", () => {
  it("a slot that fills is struck through, and one that was chosen has to be chosen again", async () => {
    const stream = serveStream(server, "*/api/trucks/:id/stream");
    let full = ["4:00"];
    await openAtStop(() => slotsOfStop(AFTERNOON, { full }));
    await asap("4:10");
    await waitFor(() => expect(stream.isHeard()).toBe(true));
    await fillIn({ pickup: "" });
    await openLater();
    await user.click(slot("4:20 PM"));
    full = ["4:00", "4:20"];
    stream.say("slots", { stopId: STOP._id });
    const gone = "The time you chose is no longer free. Please choose another.";
    expect(await screen.findByText(gone)).toBeVisible();
    expect(slot("4:20 PM Full")).toBeDisabled();
    expect(slot("4:20 PM Full")).not.toBeChecked();
    await submit();
    expect(sent).toHaveLength(0);
    await user.click(slot("4:30 PM"));
    expect(screen.queryByText(gone)).toBeNull();
    await submit();
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  it("the next minute asks again, since the first slots become too soon", async () => {
    let times = AFTERNOON;
    await openAtStop(() => slotsOfStop(times));
    await asap();
    times = AFTERNOON.slice(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await asap("4:10")).toBeChecked();
  });

  it("a time of an earlier visit that is over gives way to as soon as possible", async () => {
    localStorage.setItem(
      `chuckwagon:checkout:${SLUG}`,
      JSON.stringify({ slotAt: slotAt("3:00"), savedAt: Date.now() }),
    );
    await openAtStop(() => slotsOfStop(AFTERNOON));
    expect(await asap()).toBeChecked();
    clearCart(SLUG);
  });
});
