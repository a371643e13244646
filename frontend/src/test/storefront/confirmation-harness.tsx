import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { StrictMode } from "react";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { addToCart, clearCart } from "@/storefront/cart/cart-store";
import { OrderConfirmationPage } from "@/storefront/confirmation/order-confirmation-page";
import { startServer } from "../start-server";
import { CONFIG } from "./checkout-fixtures";

export const SLUG = "spicy-burritos";
export const QUERY = "?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_1";

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
      customizations: [
        { group: "Extras", name: "Guacamole", additionalPrice: 1.5, quantity: 1, freeQuantity: 0 },
      ],
      specialInstructions: "No onions",
    },
    { name: "Horchata", quantity: 1, price: 3.5, customizations: [] },
  ],
  subtotal: 25.5,
  tax: 2.23,
  total: 27.7,
  pickupTime: "2026-06-02T01:00:00Z",
  estimatedPickupTime: "2026-06-02T01:00:00Z",
  truck: {
    name: "Spicy Burritos",
    slug: SLUG,
    timezone: "America/New_York",
    location: { city: "", state: "" },
  },
  smsStatus: "pending",
};

/** What the next calls are answered; the last answer stays. */
export const answers = {
  verify: [] as (() => Response)[],
  sms: [] as (() => Response)[],
};
export const verifyBodies: unknown[] = [];
export const smsBodies: unknown[] = [];

/** Answers in turn; the last one stays. */
function nextOf(answers: (() => Response)[]): Response {
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  if (!answer) throw new Error("no answer was prepared");
  return answer();
}

export const json = (body: unknown, status = 200) => {
  return () => HttpResponse.json(body as object, { status });
};
export const paid = (changes: object = {}) =>
  json({ status: "succeeded", order: { ...ORDER, ...changes } });

export const server = setupServer(
  // The order says the truck's time zone: the page needs no other answer for it.
  http.get("*/api/trucks/by-slug/:slug", () => HttpResponse.error()),
  http.get("*/api/config", () => HttpResponse.json(CONFIG)),
  http.post("*/api/verify-payment", async ({ request }) => {
    verifyBodies.push(await request.json());
    return nextOf(answers.verify);
  }),
  http.post("*/api/send-order-sms", async ({ request }) => {
    smsBodies.push(await request.json());
    return nextOf(answers.sms);
  }),
);

/** Serves both calls in each test of the file, on the evening of June 1. */
export function serveConfirmations() {
  startServer(server);
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date("2026-06-01T20:00:00Z"), shouldAdvanceTime: true });
    answers.verify = [paid()];
    answers.sms = [json({ status: "sent" })];
    verifyBodies.length = 0;
    smsBodies.length = 0;
  });
  afterEach(() => {
    vi.useRealTimers();
    clearCart(SLUG);
  });
}

export function openPage(query = QUERY) {
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

export async function pass(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

export async function openConfirmed() {
  const page = openPage();
  const heading = await screen.findByRole("heading", { name: "Order Confirmed!" });
  await waitFor(() => expect(heading).toHaveFocus());
  return page;
}

export function putInCart() {
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
