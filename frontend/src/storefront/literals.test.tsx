import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clearCart } from "@/storefront/cart/cart-store";
import { forgetAllOrders, saveOrder } from "@/storefront/my-orders/saved-orders";
import { literalsOf, speakPseudo } from "@/test/pseudo-locale";
import { renderApp } from "@/test/render-app";
import { speak } from "@/test/speak";
import {
  fillCart,
  ITEM,
  serveCustomers,
  TOKEN,
  TRACKED,
  TRUCK,
} from "@/test/storefront/customer-backend";
import "@/storefront/checkout/checkout-page";
import "@/storefront/confirmation/order-confirmation-page";
import "@/storefront/my-orders/my-orders-page";
import "@/storefront/tracking/tracking-page";
import "@/storefront/truck/truck-page";

// The pages from the checkout on add the English sentences when they load.
vi.mock("@/storefront/load-messages", () => ({
  loadTruckMessages: async () => undefined,
  loadOrderingMessages: async () => undefined,
}));

const DATA = [TRUCK, ITEM, TRACKED];

beforeEach(() => {
  speakPseudo();
  serveCustomers();
  fillCart();
  saveOrder({ token: TOKEN, slug: TRUCK.slug, truckName: TRUCK.name, orderNumber: "104" });
});
afterEach(() => {
  clearCart(TRUCK.slug);
  forgetAllOrders();
  speak("en");
});

async function open(path: string, content: string) {
  const app = renderApp(path);
  await waitFor(() => expect(document.body.textContent).toContain(content));
  await waitFor(() => expect(app.client.isFetching()).toBe(0));
  return app;
}

it.each([
  ["/", TRUCK.name],
  [`/${TRUCK.slug}`, ITEM.name],
  [`/${TRUCK.slug}/checkout`, "⟦Pickup⟧"],
  [`/${TRUCK.slug}/order-confirmation?payment_intent=pi_1`, "⟦Order Confirmed!⟧"],
  [`/${TRUCK.slug}/order/${TOKEN}`, ITEM.name],
  ["/orders", `2 × ${ITEM.name}`],
  ["/no/such/address", "⟦"],
])("all words of %s are from the catalogs", async (path, content) => {
  await open(path, content);
  expect(literalsOf(document.body, DATA)).toEqual([]);
});

it("all words of the cart are from the catalogs", async () => {
  const { user } = await open(`/${TRUCK.slug}`, ITEM.name);
  await user.click(screen.getAllByRole("button", { name: /^⟦Cart/ })[0] as HTMLElement);
  expect(await screen.findByRole("dialog", { name: "⟦Your cart⟧" })).toBeInTheDocument();
  expect(literalsOf(document.body, DATA)).toEqual([]);
});

it("all words about mistakes in the checkout are from the catalogs", async () => {
  const { user } = await open(`/${TRUCK.slug}/checkout`, "⟦Pickup⟧");
  await user.click(screen.getByRole("button", { name: "⟦Continue to Payment⟧" }));
  expect(await screen.findByText("⟦Please fill in all required fields⟧")).toBeInTheDocument();
  expect(literalsOf(document.body, DATA)).toEqual([]);
});
