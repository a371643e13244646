import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { keepLinkedOffer, loadOfferCode } from "@/domain/cart/offer-discount-and-kept-code";
import { INTENT } from "@/test/storefront/checkout-fixtures";
import {
  answerWith,
  fillCart,
  fillIn,
  openPage,
  SLUG,
  sent,
  server,
  startCheckoutServer,
  submit,
  user,
} from "@/test/storefront/checkout-page-harness";
import { type FakeStripe, fakeStripe, refused, status } from "@/test/storefront/fake-stripe";

const load = vi.hoisted(() => ({ stripeFor: vi.fn() }));
vi.mock("@/storefront/checkout/payment/stripe-loader", () => load);

/** The cart comes to $22.00, with $1.93 tax; less ten percent to $19.80 with $1.73. */
const QUOTE = {
  code: "TACO10",
  percent: 10,
  amount: null,
  minSubtotal: 0,
  discount: 2.2,
  oncePerPhone: false,
};
const asked: unknown[] = [];
const TIME_IS_OVER = "The time for this payment is over. Please check your order and continue.";
let provider: FakeStripe;

startCheckoutServer();
beforeEach(() => {
  provider = fakeStripe();
  load.stripeFor.mockImplementation(async () => provider.stripe);
  sessionStorage.clear();
  asked.length = 0;
  quoteWith(() => HttpResponse.json(QUOTE));
  fillCart();
});

/** Holds the answer about a code back until the test lets it go. */
function holdQuote(): () => void {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  quoteWith(() => released.then(() => HttpResponse.json(QUOTE)));
  return release;
}

function quoteWith(answer: () => Response | Promise<Response>) {
  server.use(
    http.post("*/api/offers/quote", async ({ request }) => {
      asked.push(await request.json());
      return answer();
    }),
  );
}

const refusal = (code: string, error: string) =>
  HttpResponse.json({ error, message: error, code, reason: code }, { status: 409 });
const summary = () => screen.getByRole("region", { name: "Order summary" });

async function typeCode(code: string) {
  await user.click(await screen.findByRole("button", { name: "Add an offer code" }));
  await waitFor(() => expect(screen.getByLabelText("Offer code")).toHaveFocus());
  await user.type(screen.getByLabelText("Offer code"), code);
}

const applyCode = (code: string) => typeCode(`${code}{Enter}`);

/** Comes to the payment step with a code, which holds its price for a minute. */
async function openPayment() {
  const holdExpiresAt = new Date(Date.now() + 60_000).toISOString();
  const priced = { discount: 2.2, offerCode: "TACO10", tax: 1.73, total: 21.53 };
  answerWith(() => HttpResponse.json({ ...INTENT, ...priced, holdExpiresAt }));
  openPage();
  await fillIn();
  await applyCode("taco10");
  await screen.findByText("TACO10 takes $2.20 off your order.");
  await submit();
  const pay = await screen.findByRole("button", { name: /^Pay \$/ });
  await waitFor(() => expect(pay).toHaveAttribute("aria-disabled", "false"));
  return pay;
}

it("goes back when the price is no longer held, although no pickup slot was", async () => {
  await openPayment();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(await screen.findByText(TIME_IS_OVER)).toBeVisible();
  expect(provider.confirm).not.toHaveBeenCalled();
  expect(await screen.findByText("TACO10 takes $2.20 off your order.")).toBeVisible();
});

it("goes back when another tab has canceled this payment by opening its own", async () => {
  const pay = await openPayment();
  provider.confirm.mockResolvedValue(refused({ type: "invalid_request_error" }));
  provider.retrieve.mockResolvedValue(status("canceled"));
  await user.click(pay);
  expect(await screen.findByText(TIME_IS_OVER)).toBeVisible();
});

it("shows what a code takes off before anything is paid, and sends the code with the total", async () => {
  answerWith(() =>
    HttpResponse.json({ ...INTENT, discount: 2.2, offerCode: "TACO10", tax: 1.73, total: 21.53 }),
  );
  openPage();
  await fillIn();
  await applyCode("taco10");
  expect(await screen.findByText("TACO10 takes $2.20 off your order.")).toBeInTheDocument();
  expect(asked).toEqual([{ slug: SLUG, code: "taco10", subtotal: 22 }]);
  expect(within(summary()).getByText("Offer TACO10").nextSibling).toHaveTextContent("\u2212$2.20");
  expect(within(summary()).getByText("Tax").nextSibling).toHaveTextContent("$1.73");
  await submit();
  await screen.findByRole("heading", { name: "Payment" });
  expect(sent[0]?.body.cart).toMatchObject({ offerCode: "TACO10", subtotal: 22, total: 21.53 });
  expect(sent[0]?.body.cart).not.toHaveProperty("discount");
  expect(within(summary()).getByText("Offer TACO10")).toBeInTheDocument();
});

it("says at the field why a code is refused, and goes on without it", async () => {
  quoteWith(() => refusal("offer_unknown", "We don't know this code."));
  openPage();
  await fillIn();
  await applyCode("NOSUCH");
  expect(await screen.findByText("We don't know this code.")).toBeInTheDocument();
  expect(screen.getByLabelText("Offer code")).toBeInvalid();
  await submit();
  await screen.findByRole("heading", { name: "Payment" });
  expect(sent[0]?.body.cart).not.toHaveProperty("offerCode");
  expect(sent[0]?.body.cart.total).toBe(23.93);
});

it("applies the code of a link, and takes it out again", async () => {
  keepLinkedOffer(SLUG, "?offer=taco10");
  openPage();
  expect(await screen.findByText("TACO10 takes $2.20 off your order.")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Remove code" }));
  expect(screen.getByLabelText("Offer code")).toHaveValue("");
  await waitFor(() => expect(screen.getByLabelText("Offer code")).toHaveFocus());
  expect(within(summary()).queryByText("Offer TACO10")).not.toBeInTheDocument();
  expect(loadOfferCode(SLUG)).toBe("");
});

it.each([
  ["offer_unknown", ""],
  ["offer_expired", ""],
  ["offer_used_up", ""],
  ["offer_not_begun", "TACO10"],
  ["offer_minimum", "TACO10"],
])("after %s keeps the code of a link as %j", async (reason, kept) => {
  quoteWith(() => refusal(reason, "Not with this code."));
  keepLinkedOffer(SLUG, "?offer=taco10");
  openPage();
  expect(await screen.findByText("Not with this code.")).toBeInTheDocument();
  expect(loadOfferCode(SLUG)).toBe(kept);
});

it.each([
  ["offer_used", "This code was already used with this phone number.", null],
  ["offer_held", "Other customers hold the last uses of this code until 12:11 PM.", "TACO10"],
])(
  "goes on without a code that the checkout refuses, and keeps one that is held: %s",
  async (...given) => {
    const [code, sentence, kept] = given;
    answerWith(() => refusal(code, sentence));
    openPage();
    await fillIn();
    await applyCode("TACO10");
    await screen.findByText("TACO10 takes $2.20 off your order.");
    await submit();
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(within(summary()).queryAllByText("Offer TACO10")).toHaveLength(kept ? 1 : 0);
    answerWith(() => HttpResponse.json(INTENT));
    await submit();
    await screen.findByRole("heading", { name: "Payment" });
    expect(sent[1]?.body.cart.offerCode ?? null).toBe(kept);
  },
);

describe("a code that was typed and not applied", () => {
  it("is applied by Continue, whose payment has the discount", async () => {
    openPage();
    await fillIn();
    await typeCode("taco10");
    await submit();
    await screen.findByRole("heading", { name: "Payment" });
    expect(sent[0]?.body.cart).toMatchObject({ offerCode: "TACO10", total: 21.53 });
  });

  it("stops Continue once when it is refused, with the focus in its field", async () => {
    quoteWith(() => refusal("offer_unknown", "We don't know this code."));
    openPage();
    await fillIn();
    await typeCode("NOSUCH");
    await submit();
    expect(await screen.findByText("We don't know this code.")).toBeInTheDocument();
    await waitFor(() => expect(screen.getByLabelText("Offer code")).toHaveFocus());
    expect(sent).toHaveLength(0);
    await submit();
    await screen.findByRole("heading", { name: "Payment" });
    expect(sent[0]?.body.cart).not.toHaveProperty("offerCode");
  });

  it("is asked about again while the server did not answer", async () => {
    quoteWith(() => HttpResponse.error());
    openPage();
    await fillIn();
    await applyCode("taco10");
    await screen.findByText(/unable to connect/i);
    quoteWith(() => HttpResponse.json(QUOTE));
    await submit();
    await screen.findByRole("heading", { name: "Payment" });
    expect(sent[0]?.body.cart).toMatchObject({ offerCode: "TACO10" });
  });

  it("is waited for when a link brought it", async () => {
    const release = holdQuote();
    keepLinkedOffer(SLUG, "?offer=taco10");
    openPage();
    await fillIn();
    await submit();
    expect(screen.getByRole("button", { name: "One moment…" })).toBeDisabled();
    expect(sent).toHaveLength(0);
    release();
    await screen.findByRole("heading", { name: "Payment" });
    expect(sent[0]?.body.cart).toMatchObject({ offerCode: "TACO10" });
    expect(asked).toHaveLength(1);
  });
});

describe("terms that changed after the quote", () => {
  /** Applies ten percent, which the checkout then refuses as another price. */
  async function meetOtherPrices() {
    answerWith(() => refusal("prices_changed", "Prices have changed. Please review your cart."));
    openPage();
    await fillIn();
    await applyCode("TACO10");
    await screen.findByText("TACO10 takes $2.20 off your order.");
  }

  it("are shown after the checkout has refused the old price, and paid by the next Continue", async () => {
    await meetOtherPrices();
    quoteWith(() => HttpResponse.json({ ...QUOTE, percent: 5, discount: 1.1 }));
    await submit();
    expect(await screen.findByText("TACO10 takes $1.10 off your order.")).toBeInTheDocument();
    expect(screen.getByText(/Prices have changed/)).toBeInTheDocument();
    answerWith(() => HttpResponse.json(INTENT));
    await submit();
    await screen.findByRole("heading", { name: "Payment" });
    expect(sent[1]?.body.cart).toMatchObject({ offerCode: "TACO10", total: 22.73 });
  });

  it("are asked for when the offer changes while the checkout counts it", async () => {
    await meetOtherPrices();
    answerWith(() => refusal("offer_changed", "This offer has just changed."));
    quoteWith(() => HttpResponse.json({ ...QUOTE, percent: 5, discount: 1.1 }));
    await submit();
    expect(await screen.findByText("TACO10 takes $1.10 off your order.")).toBeInTheDocument();
    expect(screen.getByText(/This offer has just changed/)).toBeInTheDocument();
    answerWith(() => HttpResponse.json(INTENT));
    await submit();
    await screen.findByRole("heading", { name: "Payment" });
    expect(sent[1]?.body.cart).toMatchObject({ offerCode: "TACO10", total: 22.73 });
  });

  it("say at the field why the code is out, and leave the way to the payment open", async () => {
    await meetOtherPrices();
    quoteWith(() => refusal("offer_expired", "This code is no longer valid."));
    await submit();
    expect(await screen.findByText("This code is no longer valid.")).toBeInTheDocument();
    expect(screen.getByLabelText("Offer code")).toHaveValue("TACO10");
    expect(within(summary()).queryByText("Offer TACO10")).not.toBeInTheDocument();
    answerWith(() => HttpResponse.json(INTENT));
    await submit();
    await screen.findByRole("heading", { name: "Payment" });
    expect(sent[1]?.body.cart).not.toHaveProperty("offerCode");
  });
});

it("asks once for two quick Enters, and goes on to the button that takes the code out", async () => {
  const release = holdQuote();
  openPage();
  await typeCode("TACO10{Enter}{Enter}");
  release();
  await waitFor(async () =>
    expect(await screen.findByRole("button", { name: "Remove code" })).toHaveFocus(),
  );
  expect(asked).toHaveLength(1);
});
