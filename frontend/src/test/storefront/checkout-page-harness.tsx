import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { StrictMode } from "react";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { Route, Switch } from "wouter";
import { addToCart, clearCart } from "@/storefront/cart/cart-store";
import { CheckoutPage } from "@/storefront/checkout/checkout-page";
import type { OfferedSlots } from "@/storefront/checkout/slots/api";
import { startServer } from "../start-server";
import { CONFIG, INTENT, NOW, TRUCK } from "./checkout-fixtures";
import { AFTERNOON, NO_SLOTS, serveSlots, slotsOfStop } from "./slots";

/** What the tests of the checkout page share: a server, a clock, a cart and a customer. */

interface Sent {
  body: {
    cart: { items: unknown[]; total: number; offerCode?: string };
    customerInfo: unknown;
    truckInfo: unknown;
  };
  key: string | null;
  attempt: string | null;
}

export const SLUG = TRUCK.slug;
/** Every request for a payment, in the order of their arrival. */
export const sent: Sent[] = [];
let answer: () => Response = () => HttpResponse.json(INTENT);

export function answerWith(next: () => Response): void {
  answer = next;
}

export const server = setupServer(
  http.get("*/api/config", () => HttpResponse.json(CONFIG)),
  http.get("*/api/trucks/by-slug/:slug", () =>
    HttpResponse.json({ ...TRUCK, taxRate: 8.75, acceptingOrders: true }),
  ),
  http.get("*/api/trucks/:slug/slots", () => HttpResponse.json(NO_SLOTS)),
  http.get("*/api/menu-items/public/:id", () => HttpResponse.json([])),
  // A truck that nothing happens to.
  http.get("*/api/trucks/:id/stream", () => new Promise<never>(() => undefined)),
  http.post("*/api/create-payment-intent", async ({ request }) => {
    sent.push({
      body: (await request.json()) as Sent["body"],
      key: request.headers.get("idempotency-key"),
      attempt: request.headers.get("x-checkout-attempt"),
    });
    return answer();
  }),
);

export function startCheckoutServer(): void {
  startServer(server);
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
    sent.length = 0;
    answerWith(() => HttpResponse.json(INTENT));
    vi.stubGlobal("matchMedia", () => ({
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
  });
  afterEach(() => {
    clearCart(SLUG);
    vi.useRealTimers();
  });
}

export function fillCart() {
  addToCart(SLUG, {
    menuItemId: "64b0000000000000000000a1",
    name: "Carnitas burrito",
    basePrice: 9.5,
    quantity: 2,
    imageUrl: null,
    truckId: TRUCK._id,
    customization: {
      selectedOptions: [{ optionId: "o1", name: "Guacamole", additionalPrice: 1.5 }],
      optionChoices: [],
      specialInstructions: "",
    },
  });
}

export function openPage(slug: string | undefined = SLUG, search = "") {
  window.history.replaceState(null, "", `/here/checkout${search}`);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <Switch>
          <Route path="/here/checkout">
            <CheckoutPage slug={slug} />
          </Route>
        </Switch>
      </QueryClientProvider>
    </StrictMode>,
  );
}

/** The truck as the server has it from now on. */
export function serveTruck(truck: object): void {
  const served = { ...truck, ...TRUCK };
  server.use(http.get("*/api/trucks/by-slug/:slug", () => HttpResponse.json(served)));
}

interface OpenOptions {
  /** A truck that moves; without one it is open at any time. */
  truck?: object;
  slots?: () => OfferedSlots | Response;
  search?: string;
}

/** Opens the checkout with a cart. `asked` are the questions for the slots of a truck that moves. */
export function openCheckout({
  truck,
  slots = () => slotsOfStop(AFTERNOON),
  search,
}: OpenOptions = {}) {
  const asked = truck ? serveSlots(server, slots) : [];
  if (truck) serveTruck(truck);
  fillCart();
  return { ...openPage(SLUG, search), asked };
}

export const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime.bind(vi) });
export const submitButton = () => screen.getByRole("button", { name: "Continue to Payment" });

export async function fillIn({
  name = "Ada Lovelace",
  phone = "5552345678",
  pickup = "18:00",
} = {}) {
  await screen.findByText("from Spicy Burritos");
  if (name) await user.type(screen.getByLabelText("Name"), name);
  if (phone) await user.type(screen.getByLabelText("Phone"), phone);
  if (pickup) await typePickup(pickup);
}

/** Opens what else than as soon as possible there is; the button is another one once the slots are there. */
export async function openLater() {
  await waitFor(async () => {
    const later = () => screen.getByRole("button", { name: "Later" });
    if (later().getAttribute("aria-expanded") !== "true") await user.click(later());
    expect(later()).toHaveAttribute("aria-expanded", "true");
  });
}

/** A time of day at a truck without slots. */
export async function typePickup(time: string) {
  await openLater();
  await user.type(screen.getByLabelText("Pickup time"), time);
}

export async function submit() {
  await user.click(submitButton());
}
