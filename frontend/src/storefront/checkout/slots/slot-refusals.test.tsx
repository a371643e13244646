import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { aMovingTruck } from "@/test/fixtures";
import { INTENT } from "@/test/storefront/checkout-fixtures";
import {
  answerWith,
  fillIn,
  openCheckout,
  openLater,
  sent,
  startCheckoutServer,
  submit,
  user,
} from "@/test/storefront/checkout-page-harness";
import { fakeStripe } from "@/test/storefront/fake-stripe";
import { AFTERNOON, STOP, slotAt, slotsOfStop } from "@/test/storefront/slots";

vi.mock("@/storefront/checkout/payment/stripe-loader", () => ({
  stripeFor: async () => fakeStripe().stripe,
}));

startCheckoutServer();

let full: string[] = [];

/** Chooses 4:20 and is refused. */
async function refusedWith(body: object) {
  full = [];
  const { asked } = openCheckout({
    truck: aMovingTruck(STOP, null),
    slots: () => slotsOfStop(AFTERNOON, { full }),
  });
  await openLater();
  await user.click(await screen.findByRole("radio", { name: "4:20 PM" }));
  await fillIn({ pickup: "" });
  answerWith(() => HttpResponse.json(body, { status: 409 }));
  await submit();
  return asked;
}

const offers = () => screen.findByRole("group", { name: "The next free times" });
const at = (time: string) => ({ at: slotAt(time), state: "free" });

it.each([
  ["slot_full", "This pickup time is full now. Please choose another."],
  ["slot_too_soon", "This pickup time is too soon. Please choose a later one."],
])("%s offers the next free times, and one tap goes on with one", async (code, sentence) => {
  full = ["4:20"];
  const slots = [at("4:30"), at("4:40"), at("5:20")];
  const asked = await refusedWith({ error: sentence, code, slots, asap: slotAt("4:30") });
  expect(await screen.findByText(sentence)).toBeVisible();
  const buttons = within(await offers()).getAllByRole("button");
  expect(buttons.map(({ textContent }) => textContent)).toEqual(["4:30 PM", "4:40 PM", "5:20 PM"]);
  await waitFor(() => expect(asked.length).toBeGreaterThan(1));

  answerWith(() => HttpResponse.json({ ...INTENT, slotAt: slotAt("5:20") }));
  // This one is later than what the page knows of.
  await user.click(within(await offers()).getByRole("button", { name: "5:20 PM" }));
  expect(await screen.findByRole("heading", { name: "Payment" })).toBeVisible();
  expect(sent.at(-1)?.body.customerInfo).toMatchObject({
    name: "Ada Lovelace",
    slotAt: slotAt("5:20"),
  });
  expect(sent[0]?.key).not.toBe(sent[1]?.key);
});

it("offers nothing where all times are taken, and says so", async () => {
  const sentence = "All pickup times of this stop are taken.";
  await refusedWith({ error: sentence, code: "slot_full", slots: [], asap: null });
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.queryByRole("group", { name: "The next free times" })).toBeNull();
});

it("says how large an order may be", async () => {
  await refusedWith({ error: "Too large.", code: "order_too_large", units: 50, maxUnits: 48 });
  expect(
    await screen.findByText(/it comes to 50 portions, and the kitchen makes at most 48/),
  ).toBeVisible();
});
