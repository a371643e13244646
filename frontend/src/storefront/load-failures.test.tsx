import { screen } from "@testing-library/react";
import { afterEach, beforeEach } from "vitest";
import { messages as m } from "@/messages";
import { clearCart } from "@/storefront/cart/cart-store";
import { forgetAllOrders, saveOrder } from "@/storefront/my-orders/saved-orders";
import { describeLoadFailures, REFUSAL } from "@/test/load-failures";
import {
  fillCart,
  ITEM,
  serveCustomers,
  serveFreeOrder,
  serveMovingTruck,
  TOKEN,
  TRACKED,
  TRUCK,
} from "@/test/storefront/customer-backend";
import "@/storefront/checkout/checkout-page";
import "@/storefront/confirmation/order-confirmation-page";
import "@/storefront/my-orders/my-orders-page";
import "@/storefront/tracking/tracking-page";
import "@/storefront/truck/truck-page";

const CONFIRMATION_REASONS = {
  get unreachable() {
    return m.confirmation.failed.unverified;
  },
  get html() {
    return m.confirmation.failed.incomplete;
  },
  sentence: REFUSAL,
  empty: "Server error: 500",
};

beforeEach(serveCustomers);
afterEach(() => {
  clearCart(TRUCK.slug);
  forgetAllOrders();
});

describeLoadFailures([
  {
    name: "the trucks",
    path: "/",
    call: "trucks/public",
    loading: "Loading food trucks...",
    failed: "Failed to load food trucks",
    content: () => screen.queryByRole("link", { name: TRUCK.name }),
  },
  {
    name: "a truck",
    path: `/${TRUCK.slug}`,
    call: "trucks/by-slug/:slug",
    loading: "Loading the truck...",
    failed: "Error Loading Truck",
    content: () => screen.queryByRole("heading", { level: 1, name: TRUCK.name }),
  },
  {
    name: "a menu",
    path: `/${TRUCK.slug}`,
    call: "menu-items/public/:id",
    loading: "Loading the menu...",
    failed: "The menu did not load",
    retry: "Retry Loading Menu",
    content: () => screen.queryByRole("heading", { name: ITEM.name }),
  },
  {
    name: "the checkout's truck",
    arrange: fillCart,
    path: `/${TRUCK.slug}/checkout`,
    call: "trucks/by-slug/:slug",
    loading: null,
    failed: "Unable to load truck information",
    content: () => screen.queryByRole("link", { name: `Back to ${TRUCK.name}` }),
  },
  {
    name: "the pickup times of a stop",
    arrange: () => {
      fillCart();
      serveMovingTruck();
    },
    path: `/${TRUCK.slug}/checkout`,
    call: "trucks/:slug/slots",
    loading: "Loading pickup times...",
    failed: "The pickup times did not load",
    content: () => screen.queryByRole("radio", { name: /^As soon as possible \(about/ }),
  },
  {
    name: "a confirmation",
    path: `/${TRUCK.slug}/order-confirmation?payment_intent=pi_1`,
    method: "post",
    call: "verify-payment",
    loading: "Confirming your order...",
    failed: "Payment Verification Error",
    reason: (_sentence, failure) => CONFIRMATION_REASONS[failure],
    retry: "Check again",
    content: () => screen.queryByRole("heading", { level: 1, name: "Order Confirmed!" }),
  },
  {
    name: "an order that is followed",
    path: `/${TRUCK.slug}/order/${TOKEN}`,
    call: "track/:token",
    loading: "Loading your order...",
    failed: "Your order cannot be shown just now",
    content: () =>
      screen.queryByRole("heading", { level: 1, name: `Order #${TRACKED.orderNumber}` }),
  },
  {
    name: "an order of this device",
    arrange: () =>
      saveOrder({ token: TOKEN, slug: TRUCK.slug, truckName: TRUCK.name, orderNumber: "104" }),
    path: "/orders",
    call: "track/:token",
    loading: "Loading your order...",
    failed: "Your order cannot be shown just now",
    content: () => screen.queryByRole("link", { name: "Follow order" }),
  },
  {
    name: "the slots that an order may move to",
    arrange: serveFreeOrder,
    path: `/${TRUCK.slug}/order/${TOKEN}`,
    open: async (user) =>
      user.click(await screen.findByRole("button", { name: "Pick another time" })),
    call: "track/:token/slots",
    loading: "Loading pickup times...",
    failed: "The pickup times did not load",
    content: () => screen.queryByRole("group", { name: "Pickup times" }),
  },
]);
