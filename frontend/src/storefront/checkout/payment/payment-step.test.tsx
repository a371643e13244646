import type { Stripe } from "@stripe/stripe-js";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { serverConfigQuery } from "@/domain/api/server-config";
import {
  CheckoutContext,
  type CheckoutContextValue,
} from "@/storefront/checkout/checkout-context-and-step-heading";
import type { OpenPayment } from "@/storefront/checkout/checkout-storage";
import type { OrderDraft } from "@/storefront/checkout/use-order-draft";
import { CONFIG, INTENT } from "@/test/storefront/checkout-fixtures";
import { type FakeStripe, fakeStripe, refused, status } from "@/test/storefront/fake-stripe";
import { PaymentStep } from "./payment-step";

const load = vi.hoisted(() => ({ stripeFor: vi.fn(), forgetStripe: vi.fn() }));
vi.mock("./stripe-loader", () => load);

let provider: FakeStripe;
const onPaid = vi.fn();
const onBack = vi.fn();
const onRelease = vi.fn();
const onConfirming = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  provider = fakeStripe();
  load.forgetStripe.mockReset();
  load.stripeFor.mockReset().mockImplementation(async (): Promise<Stripe> => provider.stripe);
  onPaid.mockReset();
  onBack.mockReset();
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

afterEach(() => {
  vi.useRealTimers();
});

async function pass(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

function renderStep(config = CONFIG, payment: Partial<OpenPayment> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retryDelay: 1 } } });
  client.setQueryData(serverConfigQuery().queryKey, config);
  const checkout = {
    order: { slug: "spicy-burritos" } as OrderDraft,
    payment: { ...INTENT, cartFingerprint: "", ...payment },
    hasMoved: true,
    onConfirming,
    onPaid,
    backToCustomer: onBack,
    release: onRelease,
  } as Partial<CheckoutContextValue> as CheckoutContextValue;
  return render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <CheckoutContext value={checkout}>
          <PaymentStep />
        </CheckoutContext>
      </QueryClientProvider>
    </StrictMode>,
  );
}

async function openStep(...given: Parameters<typeof renderStep>) {
  renderStep(...given);
  await screen.findByRole("button", { name: /^Pay/ });
}

const user = () => userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
const payButton = () => screen.getByRole("button", { name: "Pay $23.93" });

async function says(role: "status" | "alert", text: string) {
  await waitFor(() => expect(screen.getByRole(role)).toHaveTextContent(text));
}

async function pay() {
  await user().click(payButton());
}

async function openReady() {
  await openStep();
  await pass(1000);
  expect(payButton()).toHaveAttribute("aria-disabled", "false");
}

describe("opening the payment step", () => {
  it("shows the provider's form with a US billing address and an optional phone", async () => {
    await openStep();
    await waitFor(() => expect(screen.getByRole("heading", { name: "Payment" })).toHaveFocus());
    expect(provider.secrets.at(-1)).toBe("pi_1_secret_1");
    expect(provider.created.find(({ type }) => type === "address")?.options).toMatchObject({
      mode: "billing",
      allowedCountries: ["US"],
      fields: { phone: "always" },
      validation: { phone: { required: "never" } },
    });
    expect(provider.created.some(({ type }) => type === "payment")).toBe(true);
  });

  it("says that another cart was paid before, and leads to its order", async () => {
    const paidBefore = { paymentIntentId: "pi_0", clientSecret: "pi_0_secret_0", total: 10.88 };
    await openStep(CONFIG, { paidBefore });
    expect(screen.getByText("You have already paid $10.88 at this truck.")).toBeVisible();
    expect(screen.getByRole("link", { name: "See the paid order" })).toHaveAttribute(
      "href",
      "/spicy-burritos/order-confirmation?payment_intent=pi_0&payment_intent_client_secret=pi_0_secret_0",
    );
  });

  it("asks for the payment's status after one second, not before", async () => {
    await openStep();
    await pass(700);
    expect(provider.retrieve).not.toHaveBeenCalled();
    expect(payButton()).toHaveAttribute("aria-disabled", "true");
    await pass(400);
    expect(provider.retrieve).toHaveBeenCalledExactlyOnceWith("pi_1_secret_1");
    expect(payButton()).toHaveAttribute("aria-disabled", "false");
  });

  it("prompts and enables the form on a payment that waits to be confirmed", async () => {
    provider.retrieve.mockResolvedValue(status("requires_confirmation"));
    await openReady();
    await says("status", "Please confirm your payment.");
  });

  it("enables the form on any other status, without a word", async () => {
    provider.retrieve.mockResolvedValue(status("requires_payment_method"));
    await openReady();
    expect(screen.getByRole("status")).toBeEmptyDOMElement();
  });

  it("goes on after a second when the payment is already completed", async () => {
    provider.retrieve.mockResolvedValue(status("succeeded"));
    await openStep();
    await pass(1000);
    await says("status", "Payment already completed!");
    expect(payButton()).toHaveAttribute("aria-disabled", "true");
    expect(onPaid).not.toHaveBeenCalled();
    await pass(1000);
    expect(onPaid).toHaveBeenCalledExactlyOnceWith({
      paymentIntentId: "pi_1",
      clientSecret: "pi_1_secret_1",
    });
  });

  it("waits for a payment that is being processed, and goes on when it succeeds", async () => {
    provider.retrieve.mockResolvedValue(status("processing"));
    await openStep();
    await pass(1000);
    await says("status", "Your payment is being processed...");
    expect(payButton()).toHaveAttribute("aria-disabled", "true");
    provider.retrieve.mockResolvedValue(status("succeeded"));
    await pass(2000);
    await says("status", "Payment successful! Redirecting...");
    await pass(1500);
    expect(onPaid).toHaveBeenCalledOnce();
  });

  it("says why the payment could not be set up", async () => {
    provider.retrieve.mockResolvedValue(refused({ type: "x", message: "No such payment_intent" }));
    await openStep();
    await pass(1000);
    await says("alert", "Payment setup error: No such payment_intent");
  });

  it.each(["payment", "address"] as const)(
    "says that the %s form did not load, and no prompt replaces that",
    async (type) => {
      provider.failToLoad(type);
      await openStep();
      await pass(10);
      await says("alert", "Error loading payment form. Please try again.");
      await pass(1000);
      expect(provider.retrieve).toHaveBeenCalledOnce();
      await says("alert", "Error loading payment form. Please try again.");
      expect(screen.queryByText("Please enter your payment details.")).not.toBeInTheDocument();
    },
  );

  it("says that the payment system is not ready when its script does not come", async () => {
    load.stripeFor.mockRejectedValue(new Error("offline"));
    renderStep();
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Payment system not ready. Please refresh and try again.",
    );
    load.stripeFor.mockResolvedValue(provider.stripe);
    await user().click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("button", { name: "Pay $23.93" })).toBeInTheDocument();
  });

  it.each([
    ["its script hangs", () => load.stripeFor.mockReturnValue(new Promise(() => undefined))],
    ["its frames are blocked", () => provider.holdForm()],
  ])("says after ten seconds that %s perhaps, and loads it again", async (_case, block) => {
    const late = "The card form could not be loaded.";
    block();
    renderStep();
    await pass(9000);
    expect(screen.queryByText(late)).not.toBeInTheDocument();
    await pass(1500);
    expect(await screen.findByText(late)).toBeVisible();
    expect(screen.getByText(/content blocker or the network/)).toBeVisible();
    provider = fakeStripe();
    load.stripeFor.mockReset().mockImplementation(async () => provider.stripe);
    await user().click(screen.getByRole("button", { name: "Try again" }));
    expect(load.forgetStripe).toHaveBeenCalledOnce();
    await screen.findByRole("button", { name: /^Pay/ });
    await pass(1500);
    expect(payButton()).toHaveAttribute("aria-disabled", "false");
    expect(screen.queryByText(late)).not.toBeInTheDocument();
  });

  it("says that no real card is charged in the sandbox only", async () => {
    await openStep({ ...CONFIG, stripeJsUrl: "http://localhost:8001/stripe.js" });
    expect(screen.getByText("Sandbox: no real card is charged.")).toBeInTheDocument();
  });

  it("says nothing of a sandbox to a real customer", async () => {
    await openStep();
    expect(screen.queryByText(/Sandbox/)).not.toBeInTheDocument();
  });
});

describe("paying", () => {
  it("confirms without leaving the page, then goes on after a second and a half", async () => {
    await openReady();
    await pay();
    expect(provider.confirm.mock.lastCall?.[0]).toMatchObject({
      confirmParams: { return_url: "http://localhost:3000/spicy-burritos/order-confirmation" },
      redirect: "if_required",
    });
    await says("status", "Payment successful! Redirecting...");
    await pass(1300);
    expect(onPaid).not.toHaveBeenCalled();
    await pass(200);
    expect(onPaid).toHaveBeenCalledExactlyOnceWith({
      paymentIntentId: "pi_1",
      clientSecret: "pi_1_secret_1",
    });
  });

  it("confirms once for a double click", async () => {
    await openReady();
    provider.confirm.mockReturnValue(new Promise(() => undefined));
    await user().dblClick(payButton());
    expect(provider.confirm).toHaveBeenCalledOnce();
    expect(screen.getByRole("button", { name: "Processing..." })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    expect(screen.getByRole("button", { name: "Back to customer information" })).toBeDisabled();
  });

  it("asks for patience while the form is loading", async () => {
    provider.holdForm();
    await openStep();
    await pass(1000);
    await pay();
    await says("alert", "Payment form is loading. Please wait a moment and try again.");
    expect(provider.confirm).not.toHaveBeenCalled();
    act(() => provider.showForm());
    await pay();
    expect(provider.confirm).toHaveBeenCalledOnce();
  });

  it("says that a payment is still being processed, and follows it", async () => {
    provider.confirm.mockResolvedValue(status("processing"));
    provider.retrieve.mockResolvedValue(status("processing"));
    await openStep();
    provider.retrieve.mockResolvedValueOnce(status("requires_payment_method"));
    await pass(1000);
    await pay();
    await says("status", "Payment is being processed. You will receive confirmation shortly.");
    await pass(2000 + 3000);
    expect(onPaid).not.toHaveBeenCalled();
    provider.retrieve.mockResolvedValue(status("succeeded"));
    await pass(5000 + 1500);
    expect(onPaid).toHaveBeenCalledOnce();
  });

  it.each([
    [{ type: "card_error", message: "Your card was declined." }, "Your card was declined."],
    [
      { type: "validation_error", message: "Your card number is incomplete." },
      "Your card number is incomplete.",
    ],
    [{ type: "card_error" }, "Payment failed. Please check your card details."],
    [
      {
        type: "invalid_request_error",
        code: "payment_intent_authentication_failure",
        message: "We are unable to authenticate your payment method.",
      },
      "We are unable to authenticate your payment method.",
    ],
    [
      { type: "api_error", message: "secret detail" },
      "An unexpected error occurred. Please try again.",
    ],
  ])("shows the right sentence for %j, and pays at the second try", async (error, sentence) => {
    await openReady();
    provider.confirm.mockResolvedValueOnce(refused(error));
    await pay();
    await says("alert", sentence);
    await waitFor(() => expect(payButton()).toHaveAttribute("aria-disabled", "false"));
    await pay();
    expect(screen.getByRole("alert")).toBeEmptyDOMElement();
    await says("status", "Payment successful! Redirecting...");
  });

  it("never says failed when the answer was lost but the money moved", async () => {
    await openReady();
    provider.confirm.mockResolvedValueOnce(refused({ type: "api_connection_error" }));
    provider.retrieve.mockResolvedValue(status("succeeded"));
    await pay();
    await says("status", "Payment successful! Redirecting...");
    expect(screen.getByRole("alert")).toBeEmptyDOMElement();
  });

  it.each([
    [false, false, "You seem to be offline. Nothing has been charged."],
    [true, false, "this order is never charged twice."],
    [true, true, "Nothing has been charged."],
  ])("says what is charged when no answer comes: %j, %j", async (isSent, isAsked, sentence) => {
    await openReady();
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(isSent);
    const lost = refused({ type: "api_connection_error" });
    provider.confirm.mockResolvedValueOnce(lost);
    if (!isAsked) provider.retrieve.mockResolvedValue(lost);
    await pay();
    await says("alert", "An unexpected error occurred. Please try again.");
    await says("alert", sentence);
  });

  it("survives a provider that throws", async () => {
    await openReady();
    provider.confirm.mockRejectedValueOnce(new Error("IntegrationError"));
    await pay();
    await says("alert", "Payment processing failed. Please try again.");
    expect(payButton()).toHaveAttribute("aria-disabled", "false");
  });
});

it("goes nowhere when the customer went back before the answer came", async () => {
  provider.retrieve.mockResolvedValue(status("succeeded"));
  const { unmount } = renderStep();
  await screen.findByRole("button", { name: /^Pay/ });
  await pass(500);
  unmount();
  await pass(5000);
  expect(onPaid).not.toHaveBeenCalled();
});

it("carries the tokens of the theme into the provider's form, live", async () => {
  const night = "rgb(255, 107, 74)";
  await openStep();
  vi.spyOn(window, "getComputedStyle").mockImplementation(
    () => ({ color: night, width: "12px" }) as CSSStyleDeclaration,
  );
  act(() => document.documentElement.setAttribute("data-theme", "dark"));
  await pass(10);
  expect(provider.appearances.at(-1)).toMatchObject({
    variables: { colorPrimary: night, borderRadius: "12px" },
  });
  document.documentElement.removeAttribute("data-theme");
});
