import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aMenuItem, aMovingTruck } from "@/test/fixtures";
import { INTENT } from "@/test/storefront/checkout-fixtures";
import {
  answerWith,
  fillIn,
  openCheckout,
  openLater,
  openPage,
  SLUG,
  sent,
  server,
  startCheckoutServer,
  submit,
  user,
} from "@/test/storefront/checkout-page-harness";
import { type FakeStripe, fakeStripe, refused, status } from "@/test/storefront/fake-stripe";
import { AFTERNOON, STOP, slotAt, slotsOfStop } from "@/test/storefront/slots";

const load = vi.hoisted(() => ({ stripeFor: vi.fn() }));
vi.mock("@/storefront/checkout/payment/stripe-loader", () => load);

startCheckoutServer();

const HOLD_MS = 130_000;
const RELEASED = "Your pickup time was released. Please choose another.";

let provider: FakeStripe;
let full: string[];
let serverTime = () => Date.now();

beforeEach(() => {
  provider = fakeStripe();
  load.stripeFor.mockReset().mockImplementation(async () => provider.stripe);
  full = [];
  serverTime = () => Date.now();
});

afterEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const openAtStop = () =>
  openCheckout({
    truck: aMovingTruck(STOP, null),
    slots: () => slotsOfStop(AFTERNOON, { full }),
  });

/** Chooses 4:20 and comes to the payment step, which holds it for a while. */
async function openPayment() {
  const page = openAtStop();
  await openLater();
  await user.click(await screen.findByRole("radio", { name: "4:20 PM" }));
  await fillIn({ pickup: "" });
  const until = () => new Date(serverTime() + HOLD_MS).toISOString();
  const headers = () => ({ Date: new Date(serverTime()).toUTCString() });
  answerWith(() =>
    HttpResponse.json(
      {
        ...INTENT,
        stopId: STOP._id,
        slotAt: slotAt("4:20"),
        pickupAt: slotAt("4:20"),
        place: STOP.place,
        holdExpiresAt: until(),
        expiresAt: until(),
      },
      { headers: headers() },
    ),
  );
  await submit();
  const pay = await screen.findByRole("button", { name: /^Pay \$/ });
  await waitFor(() => expect(pay).toHaveAttribute("aria-disabled", "false"));
  return { page, pay };
}

async function pass(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

/** Lets so much of the hold pass that these seconds are left. */
async function passUntil(secondsLeft: number) {
  const { payment } = {
    payment: JSON.parse(sessionStorage.getItem(`chuckwagon:checkout:${SLUG}`) ?? ""),
  };
  await pass(Date.parse(payment.holdExpiresAt) - Date.now() - secondsLeft * 1000);
}

const spoken = () =>
  screen
    .getAllByRole("status")
    .flatMap(({ textContent }) => (textContent?.match(/is held/) ? [textContent] : []));

// First: a page that has heard the right time keeps it.
it("counts a hold by the server's clock on a device that is nine minutes ahead", async () => {
  const behind = 9 * 60_000;
  serverTime = () => Date.now() - behind;
  await openPayment();
  await pass(HOLD_MS - 60_500);
  expect(screen.getByText(/^Held for (1:0|0:5)\d$/)).toBeVisible();
  await pass(61_000);
  expect(await screen.findByText(RELEASED)).toBeVisible();
});

it("says what is held, and counts the last two minutes down without speaking each second", async () => {
  await openPayment();
  expect(screen.getByRole("region", { name: "Pick up at 4:20 PM" })).toHaveTextContent("Pier 5");
  await passUntil(121);
  expect(screen.queryByText(/^Held for/)).toBeNull();
  await passUntil(119.9);
  expect(screen.getByText("Held for 2:00")).toBeVisible();
  expect(spoken()).toEqual(["Your pickup time is held for 2 more minutes."]);
  await passUntil(64.5);
  expect(screen.getByText("Held for 1:05")).toHaveAttribute("aria-hidden", "true");
  expect(spoken()).toEqual(["Your pickup time is held for 2 more minutes."]);
  await passUntil(59.5);
  expect(spoken()).toEqual(["Your pickup time is held for one more minute."]);
  await passUntil(9.5);
  expect(spoken()).toEqual(["Your pickup time is held for 10 more seconds."]);
});

it("goes back when the hold has run out, keeps what was typed, and pays nothing", async () => {
  await openPayment();
  await passUntil(0);
  expect(await screen.findByText(RELEASED)).toBeVisible();
  await waitFor(() => expect(screen.getByRole("heading", { name: "Customer Info" })).toHaveFocus());
  expect(screen.getByLabelText("Name")).toHaveValue("Ada Lovelace");
  expect(screen.getByLabelText("Phone")).toHaveValue("(555) 234-5678");
  expect(provider.confirm).not.toHaveBeenCalled();
  expect(screen.queryByText("Held for you")).toBeNull();
  await user.click(await screen.findByRole("radio", { name: "4:30 PM" }));
  await submit();
  expect(await screen.findByRole("heading", { name: "Payment" })).toBeVisible();
  expect(sent[1]?.body.customerInfo).toMatchObject({ slotAt: slotAt("4:30") });
  expect(sent[1]?.attempt).toBe(sent[0]?.attempt);
  expect(sent[1]?.key).not.toBe(sent[0]?.key);
});

/** A payment that is confirmed just before the hold ends; answers what the provider says in the end. */
async function payAtTheEnd() {
  let answer: (result: unknown) => void = () => undefined;
  provider.confirm.mockReturnValue(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const { pay } = await openPayment();
  await passUntil(2);
  await user.click(pay);
  await passUntil(-20);
  expect(screen.getByRole("heading", { name: "Payment" })).toBeVisible();
  return (result: unknown) => answer(result);
}

it("waits for a payment that is being confirmed, and follows it", async () => {
  const answer = await payAtTheEnd();
  answer(status("succeeded"));
  expect(await screen.findByText("Payment successful! Redirecting...")).toBeVisible();
  expect(screen.queryByText(RELEASED)).toBeNull();
});

it("goes back after a refused card whose hold ran out meanwhile", async () => {
  const answer = await payAtTheEnd();
  answer(refused({ type: "card_error", message: "Your card was declined." }));
  expect(await screen.findByText(RELEASED)).toBeVisible();
});

it("goes back when the server has canceled the payment, whatever this clock says", async () => {
  const { pay } = await openPayment();
  provider.confirm.mockResolvedValue(refused({ type: "invalid_request_error" }));
  provider.retrieve.mockResolvedValue(status("canceled"));
  await user.click(pay);
  expect(await screen.findByText(RELEASED)).toBeVisible();
});

it("goes back although the payment form never came", async () => {
  load.stripeFor.mockRejectedValue(new Error("No script"));
  openAtStop();
  await fillIn({ pickup: "" });
  answerWith(() =>
    HttpResponse.json({
      ...INTENT,
      slotAt: slotAt("4:00"),
      holdExpiresAt: new Date(Date.now() + 30_000).toISOString(),
    }),
  );
  await submit();
  await screen.findByRole("heading", { name: "Payment" });
  await pass(30_000);
  expect(await screen.findByText(RELEASED)).toBeVisible();
});

it("says after a reload that the slot was released meanwhile", async () => {
  const { page } = await openPayment();
  page.unmount();
  vi.setSystemTime(Date.now() + HOLD_MS);
  openPage();
  expect(await screen.findByText(RELEASED)).toBeVisible();
  expect(screen.getByLabelText("Name")).toHaveValue("Ada Lovelace");
});

it("keeps what is held for the customer who goes back by hand, although others see it as full", async () => {
  const burrito = aMenuItem({
    _id: "64b0000000000000000000a1",
    name: "Carnitas burrito",
    basePrice: 9.5,
    optionGroups: [
      {
        _id: "g1",
        name: "Extras",
        minSelect: 0,
        maxSelect: 1,
        freeCount: 0,
        options: [
          {
            _id: "o1",
            name: "Guacamole",
            additionalPrice: 1.5,
            isAvailable: true,
            soldOutUntil: null,
            maxQuantity: 1,
          },
        ],
      },
    ],
  });
  let left = 2;
  server.use(
    http.get("*/api/menu-items/public/:id", () =>
      HttpResponse.json([{ ...burrito, remaining: left, isAvailable: left > 0 }]),
    ),
  );
  await openPayment();
  left = 0;
  full = AFTERNOON;
  await user.click(screen.getByRole("button", { name: "Back to customer information" }));
  const mine = await screen.findByRole("radio", { name: "4:20 PM Held for you" });
  expect(mine).toBeChecked();
  const soonest = { name: "As soon as possible (about 4:20 PM)" };
  expect(await screen.findByRole("radio", soonest)).toBeEnabled();
  expect(screen.queryByText(/sold out/)).toBeNull();
  await submit();
  expect(await screen.findByRole("heading", { name: "Payment" })).toBeVisible();
  expect(sent).toHaveLength(2);
  expect(within(document.body).queryByText(RELEASED)).toBeNull();
});
