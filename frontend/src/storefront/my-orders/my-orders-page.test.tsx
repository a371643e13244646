import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it } from "vitest";
import { clearCart, getCart } from "@/storefront/cart/cart-store";
import type { TrackedOrder } from "@/storefront/tracking/api";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { ITEM, serveCustomers, TOKEN, TRACKED, TRUCK } from "@/test/storefront/customer-backend";
import { listSavedOrders, saveOrder } from "./saved-orders";
import "./my-orders-page";
import "@/storefront/confirmation/order-confirmation-page";
import "@/storefront/truck/truck-page";

const SAVED = { token: TOKEN, slug: TRUCK.slug, truckName: TRUCK.name, orderNumber: "104" };
const OTHER = { token: "o".repeat(43), slug: "bao", truckName: "Bao & Broth", orderNumber: "77" };

beforeEach(serveCustomers);
afterEach(() => {
  localStorage.clear();
  clearCart(TRUCK.slug);
});

function serveOrder(change: Partial<TrackedOrder>, token = TOKEN) {
  server.use(http.get(`*/api/track/${token}`, () => HttpResponse.json({ ...TRACKED, ...change })));
}

const card = (name: RegExp) => screen.findByRole("article", { name });

it("an order that was just placed is kept, and the header leads to it", async () => {
  const order = { ...TRACKED, truck: TRUCK, smsStatus: "skipped", trackingToken: TOKEN };
  server.use(
    http.post("*/api/verify-payment", () => HttpResponse.json({ status: "succeeded", order })),
  );
  const { user } = renderApp(`/${TRUCK.slug}/order-confirmation?payment_intent=pi_1`);
  await screen.findByRole("heading", { name: "Order Confirmed!" });
  await user.click(await screen.findByRole("link", { name: "My orders" }));
  const shown = await card(/^Order #104 at/);
  expect(await within(shown).findByText("Cooking now")).toBeVisible();
  expect(within(shown).getByText(`2 × ${ITEM.name}`)).toBeVisible();
  expect(within(shown).getByText("$8.70")).toBeVisible();
  expect(within(shown).getByRole("link", { name: "Follow order" })).toHaveAttribute(
    "href",
    `/${TRUCK.slug}/order/${TOKEN}`,
  );
});

it("without an order the page says so, and the header has no link", async () => {
  renderApp("/orders");
  expect(await screen.findByText("No orders on this device")).toBeVisible();
  expect(screen.queryByRole("link", { name: "My orders" })).not.toBeInTheDocument();
});

it("an order that is over is ordered again at today's prices", async () => {
  saveOrder(SAVED);
  serveOrder({ status: "completed" });
  const { user } = renderApp("/orders");
  const shown = await card(/^Order #104 at/);
  const again = await within(shown).findByRole("button", { name: "Order again" });
  expect(within(shown).queryByRole("link", { name: "Follow order" })).not.toBeInTheDocument();
  await user.click(again);
  expect(await screen.findByRole("dialog", { name: "Your cart" })).toBeVisible();
  expect(getCart(TRUCK.slug).items).toMatchObject([{ menuItemId: ITEM._id, quantity: 2 }]);
});

it("a truck that is gone takes no orders again", async () => {
  saveOrder(SAVED);
  serveOrder({ status: "completed", truck: { ...TRACKED.truck, isActive: false } });
  renderApp("/orders");
  expect(await screen.findByText("Picked up")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Order again" })).not.toBeInTheDocument();
});

it("orders are forgotten one by one or all at once, and the focus is not lost", async () => {
  for (const order of [OTHER, { ...SAVED, token: "x", orderNumber: "9" }, SAVED]) saveOrder(order);
  const { user } = renderApp("/orders");
  await user.click(await screen.findByRole("button", { name: "Forget order #104" }));
  expect(screen.queryByRole("article", { name: /#104/ })).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole("heading", { name: "My orders" })).toHaveFocus());
  await user.click(screen.getByRole("button", { name: "Forget all orders" }));
  expect(await screen.findByText("No orders on this device")).toBeVisible();
  expect(listSavedOrders()).toEqual([]);
});

it("an order that the truck has erased can only be forgotten; the others are shown", async () => {
  for (const order of [OTHER, SAVED]) saveOrder(order);
  server.use(
    http.get(`*/api/track/${OTHER.token}`, () =>
      HttpResponse.json({ error: "x" }, { status: 404 }),
    ),
  );
  renderApp("/orders");
  const erased = await card(/^Order #77 at Bao & Broth/);
  expect(await within(erased).findByText("The truck no longer keeps this order.")).toBeVisible();
  expect(within(erased).queryByRole("button", { name: "Try again" })).not.toBeInTheDocument();
  expect(await within(await card(/^Order #104/)).findByText("Cooking now")).toBeVisible();
});

it("what another tab orders appears by itself", async () => {
  renderApp("/orders");
  await screen.findByText("No orders on this device");
  localStorage.setItem("chuckwagon:orders", JSON.stringify([SAVED]));
  act(() => void window.dispatchEvent(new StorageEvent("storage")));
  await waitFor(() => expect(screen.getByRole("article", { name: /#104/ })).toBeVisible());
});
