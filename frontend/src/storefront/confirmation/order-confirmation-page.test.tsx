import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { StrictMode } from "react";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { addToCart, clearCart, getCart } from "@/storefront/cart/cart-store";
import { loadCustomer, saveCustomer } from "@/storefront/checkout/checkout-storage";
import { ADA } from "@/test/storefront/checkout-fixtures";
import { OrderConfirmationPage } from "./order-confirmation-page";

const SLUG = "spicy-burritos";
const QUERY = "?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_1";

const ORDER = {
  _id: "64b0000000000000000000f1",
  orderNumber: "104",
  status: "pending",
  paymentStatus: "paid",
  customerName: "Ada Lovelace",
  items: [
    {
      name: "Carnitas burrito",
      quantity: 2,
      unitPrice: 11,
      totalPrice: 22,
      customizations: [{ group: "Extras", name: "Guacamole", additionalPrice: 1.5 }],
      specialInstructions: "No onions",
    },
    { name: "Horchata", quantity: 1, price: 3.5, customizations: [] },
  ],
  subtotal: 25.5,
  tax: 2.23,
  total: 27.7,
  pickupTime: "2026-06-02T01:00:00Z",
  estimatedPickupTime: "2026-06-02T01:00:00Z",
  truck: { name: "Spicy Burritos", slug: SLUG, timezone: "America/New_York" },
  smsStatus: "pending",
};

let verifyAnswers: (() => Response)[] = [];
let smsAnswers: (() => Response)[] = [];
const verifyBodies: unknown[] = [];
const smsBodies: unknown[] = [];

/** Answers in turn; the last one stays. */
function nextOf(answers: (() => Response)[]): Response {
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  if (!answer) throw new Error("no answer was prepared");
  return answer();
}

const json = (body: unknown, status = 200) => {
  return () => HttpResponse.json(body as object, { status });
};
const paid = (changes: object = {}) =>
  json({ status: "succeeded", order: { ...ORDER, ...changes } });

const server = setupServer(
  // The order says the truck's time zone: the page needs no other answer for it.
  http.get("*/api/trucks/by-slug/:slug", () => HttpResponse.error()),
  http.post("*/api/verify-payment", async ({ request }) => {
    verifyBodies.push(await request.json());
    return nextOf(verifyAnswers);
  }),
  http.post("*/api/send-order-sms", async ({ request }) => {
    smsBodies.push(await request.json());
    return nextOf(smsAnswers);
  }),
);

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterAll(() => server.close());
beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-06-01T20:00:00Z"), shouldAdvanceTime: true });
  verifyAnswers = [paid()];
  smsAnswers = [json({ status: "sent" })];
  verifyBodies.length = 0;
  smsBodies.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  clearCart(SLUG);
});

function openPage(query = QUERY) {
  window.history.replaceState({ idx: 3 }, "", `/${SLUG}/order-confirmation${query}`);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <OrderConfirmationPage slug={SLUG} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

async function pass(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

async function openConfirmed() {
  const page = openPage();
  const heading = await screen.findByRole("heading", { name: "Order Confirmed!" });
  await waitFor(() => expect(heading).toHaveFocus());
  return page;
}

describe("while the payment is looked up", () => {
  it("says that the order is being confirmed", async () => {
    openPage();
    const status = screen.getByRole("status");
    expect(within(status).getByText("Confirming your order...")).toBeInTheDocument();
    expect(
      within(status).getByText("Please wait while we process your payment"),
    ).toBeInTheDocument();
    await screen.findByRole("heading", { name: "Order Confirmed!" });
  });

  it("keeps asking, ever more slowly, while the payment is processed", async () => {
    verifyAnswers = [json({ status: "processing", order: null })];
    openPage();
    await waitFor(() => expect(verifyBodies).toHaveLength(1));
    await screen.findByText(/Your bank is still working/);
    expect(screen.getByText("Confirming your order...")).toBeInTheDocument();
    await pass(2100);
    await waitFor(() => expect(verifyBodies).toHaveLength(2));
    await pass(2100);
    expect(verifyBodies).toHaveLength(2);
    verifyAnswers = [paid()];
    await pass(1000);
    expect(await screen.findByRole("heading", { name: "Order Confirmed!" })).toBeInTheDocument();
  });
});

describe("when no order can be shown", () => {
  it.each([
    ["the server's sentence", json({ error: "No such payment." }, 404), "No such payment."],
    ["a status without a sentence", json(null, 500), "Server error: 500"],
    ["a page of a proxy", () => new HttpResponse("<h1>", { status: 502 }), "Server error: 502"],
    [
      "no answer at all",
      () => HttpResponse.error(),
      "Failed to verify payment. Please contact support.",
    ],
    [
      "a success without an order",
      json({ status: "succeeded", order: null }),
      "Payment verification incomplete. Please contact support if charged.",
    ],
    [
      "an empty answer",
      () => new HttpResponse(null, { status: 200 }),
      "Payment verification incomplete. Please contact support if charged.",
    ],
    [
      "a page of a proxy that claims success",
      () => HttpResponse.html("<h1>Welcome to the proxy</h1>"),
      "Payment verification incomplete. Please contact support if charged.",
    ],
    [
      "an answer that says nothing",
      json(null),
      "Payment verification incomplete. Please contact support if charged.",
    ],
    [
      "a cancelled payment",
      json({ status: "canceled", order: null }),
      "Payment verification incomplete. Please contact support if charged.",
    ],
  ])("explains %s", async (_case, answer, sentence) => {
    verifyAnswers = [answer];
    openPage();
    expect(
      await screen.findByRole("heading", { name: "Payment Verification Error" }),
    ).toHaveFocus();
    expect(screen.getByRole("alert")).toHaveTextContent(sentence);
    expect(screen.getByRole("link", { name: "Back to Menu" })).toHaveAttribute("href", `/${SLUG}`);
    expect(
      screen.getByText(/^If you were charged, please contact support with payment intent:/),
    ).toHaveTextContent("pi_1");
    expect(smsBodies).toEqual([]);
  });

  it("can be asked again", async () => {
    verifyAnswers = [json(null, 503), paid()];
    openPage();
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    await user.click(await screen.findByRole("button", { name: "Check again" }));
    expect(await screen.findByRole("heading", { name: "Order Confirmed!" })).toBeInTheDocument();
  });

  it("finds no order in an address without a payment", () => {
    openPage("?payment_intent=");
    expect(screen.getByRole("heading", { name: "No Order Found" })).toBeInTheDocument();
    expect(
      screen.getByText("We couldn't find order details for this payment."),
    ).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Back to Menu" })).toHaveAttribute("href", `/${SLUG}`);
    expect(verifyBodies).toEqual([]);
  });

  it("leaves the cart alone", async () => {
    verifyAnswers = [json({ status: "canceled", order: null })];
    putInCart();
    openPage();
    await screen.findByRole("heading", { name: "Payment Verification Error" });
    expect(getCart(SLUG).items).toHaveLength(1);
  });
});

describe("a confirmed order", () => {
  it.each([
    ["pending", "To come", "Spicy Burritos has your order and will confirm it in a moment."],
    ["preparing", "In progress", "The kitchen is making your food."],
    ["ready", "Done", "Pick it up at the counter and say number 104."],
  ])("that is %s has the kitchen %s, and says what that means", async (status, stage, said) => {
    verifyAnswers = [paid({ status })];
    await openConfirmed();
    const progress = screen.getByRole("region", { name: "Order Progress" });
    expect(progress).toHaveTextContent(`Kitchen preparing: ${stage}`);
    expect(progress).toHaveTextContent(said);
  });

  it("for another day at a stop is not said to be prepared now", async () => {
    const place = { name: "Pier 5", address: "5 River St", timezone: "America/New_York" };
    const pickupTime = "2026-06-05T01:00:00Z";
    verifyAnswers = [paid({ place, pickupTime, estimatedPickupTime: pickupTime })];
    await openConfirmed();
    expect(
      screen.getByText(
        "Thank you for your order! Your delicious meal will be prepared for Thursday, June 4.",
      ),
    ).toBeInTheDocument();
  });

  it("is shown as a ticket with its details", async () => {
    await openConfirmed();
    expect(
      screen.getByText("Thank you for your order! Your delicious meal is being prepared."),
    ).toBeInTheDocument();
    const details = screen.getByRole("region", { name: "Order Details" });
    expect(details).toHaveTextContent("#104");
    expect(details).toHaveTextContent("Total Paid$27.70");
    expect(details).toHaveTextContent("StatusPaid");
    expect(details).toHaveTextContent("Ada Lovelace");
  });

  it("lists its items with quantities above one and line prices", async () => {
    await openConfirmed();
    const items = within(screen.getByRole("region", { name: "Your Items" }));
    const [first, second] = items.getAllByRole("listitem");
    expect(within(first as HTMLElement).getByText("x 2")).toBeInTheDocument();
    expect(first).toHaveTextContent("$22.00");
    expect(first).toHaveTextContent("Guacamole");
    expect(second).toHaveTextContent("Horchata$3.50");
    expect(second).not.toHaveTextContent("x 1");
  });

  it("leaves out a customer without a name", async () => {
    verifyAnswers = [paid({ customerName: null })];
    await openConfirmed();
    expect(screen.queryByText("Customer")).not.toBeInTheDocument();
  });

  it.each([
    [
      "an instant in the truck's zone",
      { estimatedPickupTime: "2026-06-02T01:00:00Z" },
      "ready by 9:00 PM",
    ],
    ["other text as it is", { estimatedPickupTime: "half past six" }, "ready by half past six"],
    [
      "what the customer asked for",
      { estimatedPickupTime: null, pickupTime: "2026-06-02T00:30:00Z" },
      "ready by 8:30 PM",
    ],
    [
      "a guess when there is nothing",
      { estimatedPickupTime: null, pickupTime: null },
      "approximately 15-30 minutes",
    ],
  ])("says the pickup: %s", async (_case, changes, text) => {
    verifyAnswers = [paid(changes)];
    await openConfirmed();
    const box = within(screen.getByRole("region", { name: "Estimated Pickup" }));
    expect(await box.findByText(text)).toBeInTheDocument();
  });

  it("names the place of the stop, and has the pickup on the clock there", async () => {
    const place = { name: "Pier 5", address: "5 River St", timezone: "America/Chicago" };
    const pickupTime = "2026-06-05T01:00:00Z";
    verifyAnswers = [paid({ place, pickupTime, estimatedPickupTime: pickupTime })];
    await openConfirmed();
    const box = within(screen.getByRole("region", { name: "Estimated Pickup" }));
    expect(await box.findByText("ready by 8:00 PM")).toBeVisible();
    expect(box.getByText("At Pier 5")).toBeVisible();
    expect(box.getByText("5 River St")).toBeVisible();
  });

  it("leads to the page on which the order is followed", async () => {
    const trackingToken = "t".repeat(43);
    verifyAnswers = [paid({ trackingToken })];
    await openConfirmed();
    const link = screen.getByRole("link", { name: "Follow your order" });
    expect(link).toHaveAttribute("href", `/${SLUG}/order/${trackingToken}`);
  });

  it("leads back to the truck and to all trucks", async () => {
    await openConfirmed();
    expect(screen.getByRole("link", { name: "Order Again" })).toHaveAttribute("href", `/${SLUG}`);
    expect(screen.getByRole("link", { name: "Browse Food Trucks" })).toHaveAttribute("href", "/");
  });

  it("clears the cart and the checkout, and never a later cart", async () => {
    putInCart();
    saveCustomer(SLUG, ADA, new Date());
    const page = await openConfirmed();
    expect(getCart(SLUG).items).toEqual([]);
    expect(localStorage.getItem(`chuckwagon:checkout:${SLUG}`)).toBeNull();
    page.unmount();
    putInCart();
    await openConfirmed();
    expect(getCart(SLUG).items).toHaveLength(1);
  });
});

describe("the customer's contact details", () => {
  it("are remembered on the device for the next order at any truck", async () => {
    saveCustomer(SLUG, { ...ADA, pickupTime: "asap" }, new Date());
    await openConfirmed();
    expect(screen.getByText(/^Your contact details are saved on this device/)).toBeVisible();
    expect(loadCustomer("another-truck", new Date())).toEqual({ ...ADA, pickupTime: "asap" });
  });

  it("are remembered without the time of day", async () => {
    saveCustomer(SLUG, ADA, new Date());
    await openConfirmed();
    expect(loadCustomer(SLUG, new Date())).toEqual({ ...ADA, pickupTime: "" });
  });

  it("are forgotten on the spot", async () => {
    saveCustomer(SLUG, ADA, new Date());
    await openConfirmed();
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    await user.click(screen.getByRole("button", { name: "Forget" }));
    expect(screen.getByText(/no longer saved on this device/)).toBeVisible();
    expect(JSON.stringify(Object.entries(localStorage))).not.toContain("Ada");
  });

  it("are not remembered where another device filled in the form", async () => {
    await openConfirmed();
    expect(screen.queryByRole("button", { name: "Forget" })).not.toBeInTheDocument();
  });
});

describe("the client secret", () => {
  it("leaves the address bar and is remembered for a reload of the tab", async () => {
    const page = await openConfirmed();
    expect(window.location.search).toBe("?payment_intent=pi_1");
    expect(window.history.state).toEqual({ idx: 3 });
    page.unmount();
    openPage("?payment_intent=pi_1");
    await screen.findByRole("heading", { name: "Order Confirmed!" });
    expect(verifyBodies).toEqual([
      { payment_intent_id: "pi_1", payment_intent_client_secret: "pi_1_secret_1" },
      { payment_intent_id: "pi_1", payment_intent_client_secret: "pi_1_secret_1" },
    ]);
  });

  it("is not needed", async () => {
    openPage("?payment_intent=pi_1&redirect_status=succeeded");
    await screen.findByRole("heading", { name: "Order Confirmed!" });
    expect(verifyBodies).toEqual([{ payment_intent_id: "pi_1" }]);
  });
});

describe("the confirmation text", () => {
  it("is asked for one second after the verification, once", async () => {
    await openConfirmed();
    expect(screen.getByText("Sending SMS confirmation...")).toBeInTheDocument();
    expect(screen.getByText("SMS notifications active")).toBeInTheDocument();
    await pass(700);
    expect(smsBodies).toEqual([]);
    await pass(400);
    expect(await screen.findByText("SMS confirmation sent")).toBeInTheDocument();
    expect(screen.getByText("SMS sent")).toBeInTheDocument();
    expect(screen.getByText("Check your phone")).toBeInTheDocument();
    expect(smsBodies).toEqual([{ paymentIntentId: "pi_1" }]);
  });

  it("is not asked for again after a reload", async () => {
    const page = await openConfirmed();
    await pass(1100);
    await screen.findByText("SMS confirmation sent");
    page.unmount();
    await openConfirmed();
    expect(screen.getByText("SMS confirmation sent")).toBeInTheDocument();
    await pass(5000);
    expect(smsBodies).toHaveLength(1);
  });

  it("is followed while it is pending", async () => {
    smsAnswers = [
      json({ status: "pending" }),
      json({ status: "pending" }),
      json({ status: "sent" }),
    ];
    await openConfirmed();
    await pass(1100);
    await waitFor(() => expect(smsBodies).toHaveLength(1));
    expect(screen.getByText("Sending SMS confirmation...")).toBeInTheDocument();
    await pass(1600);
    await waitFor(() => expect(smsBodies).toHaveLength(2));
    await pass(2100);
    expect(await screen.findByText("SMS confirmation sent")).toBeInTheDocument();
  });

  it.each([
    ["the server says so", json({ status: "failed" })],
    ["the server refuses", json({ error: "Too many" }, 429)],
    ["no answer comes", () => HttpResponse.error()],
  ])("may be delayed when %s, with nothing but a log entry", async (_case, answer) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    smsAnswers = [answer];
    await openConfirmed();
    await pass(1100);
    expect(await screen.findByText("SMS may be delayed")).toBeInTheDocument();
    expect(screen.getByText("Your order is safe")).toBeInTheDocument();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(log.mock.calls.length > 0).toBe(_case !== "the server says so");
  });

  it("counts as late when it stays pending", async () => {
    smsAnswers = [json({ status: "pending" })];
    await openConfirmed();
    const isLate = () => screen.queryByText("SMS may be delayed") !== null;
    // Each answer takes real time; only after it does the next wait begin.
    for (let turn = 0; turn < 1000 && !isLate(); turn += 1) await pass(30_000);
    expect(isLate()).toBe(true);
    expect(smsBodies).toHaveLength(9);
    await pass(60_000);
    expect(smsBodies).toHaveLength(9);
  });

  it.each(["skipped", "mysterious"])("shows nothing when it is %s", async (status) => {
    smsAnswers = [json({ status })];
    await openConfirmed();
    await pass(1100);
    await waitFor(() =>
      expect(screen.queryByText("Sending SMS confirmation...")).not.toBeInTheDocument(),
    );
    expect(screen.queryByText(/SMS confirmation|SMS may be/)).not.toBeInTheDocument();
    expect(screen.getByText("SMS notifications active")).toBeInTheDocument();
  });
});

function putInCart() {
  addToCart(SLUG, {
    menuItemId: "64b0000000000000000000a1",
    name: "Carnitas burrito",
    basePrice: 9.5,
    quantity: 1,
    imageUrl: null,
    truckId: "64b000000000000000000001",
    customization: { selectedOptions: [], optionChoices: [], specialInstructions: "" },
  });
}
