import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clearCart } from "@/storefront/cart/cart-store";
import { expectNoBarriers } from "@/test/barriers";
import { aGroup, aMenuItem, aTruck } from "@/test/fixtures";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import {
  fillCart,
  ITEM,
  serveCustomers,
  serveFreeOrder,
  serveMovingTruck,
  TOKEN,
  TRUCK,
} from "@/test/storefront/customer-backend";
import { AFTERNOON, slotsOfStop } from "@/test/storefront/slots";
import "@/storefront/checkout/checkout-page";
import "@/storefront/confirmation/order-confirmation-page";
import "@/storefront/tracking/tracking-page";
import "@/storefront/truck/truck-page";

const MENU = `/${TRUCK.slug}`;

beforeEach(serveCustomers);
afterEach(() => clearCart(TRUCK.slug));

describe("dialogs and panels of a purchase have no serious barrier", () => {
  it("the choices of a menu item, with one missing", async () => {
    const item = aMenuItem({
      optionGroups: [
        aGroup("Filling", [1, 1], "Chicken", "Asada:2"),
        aGroup("Extras", [0, 2], "Lime"),
      ],
    });
    server.use(http.get("*/api/menu-items/public/:id", () => HttpResponse.json([item])));
    const { user } = renderApp(MENU);
    await user.click(await screen.findByRole("button", { name: /^Choose options/ }));
    const dialog = within(await screen.findByRole("dialog", { name: item.name }));
    await user.click(dialog.getByRole("button", { name: /^Add to cart/ }));
    expect(dialog.getByRole("alert")).toBeVisible();
    await expectNoBarriers();
  });

  it.each([
    ["a full cart", fillCart],
    ["an empty cart", () => undefined],
  ])("%s", async (_, arrange) => {
    arrange();
    const { user } = renderApp(MENU);
    await screen.findByRole("heading", { name: ITEM.name });
    await user.click(screen.getByRole("button", { name: /^Cart/ }));
    expect(await screen.findByRole("dialog", { name: "Your cart" })).toBeVisible();
    await expectNoBarriers();
  });

  it("a checkout with mistakes", async () => {
    fillCart();
    const { user } = renderApp(`${MENU}/checkout`);
    await user.click(await screen.findByRole("button", { name: "Continue to Payment" }));
    expect(await screen.findByText("Please fill in all required fields")).toBeVisible();
    await expectNoBarriers();
  });

  it("a checkout at a truck that takes no orders", async () => {
    const closed = aTruck({ acceptingOrders: false, notAcceptingReason: "Back at noon" });
    server.use(http.get("*/api/trucks/by-slug/:slug", () => HttpResponse.json(closed)));
    fillCart();
    renderApp(`${MENU}/checkout`);
    expect((await screen.findAllByText(/Back at noon/))[0]).toBeVisible();
    await expectNoBarriers();
  });

  it.each([
    ["with free, nearly full and full pickup times", ["4:00", "4:10"], /^4:00 PM Full/],
    ["at a stop that is booked out", AFTERNOON, null],
  ])("a checkout %s", async (_, full, radio) => {
    serveMovingTruck(slotsOfStop(AFTERNOON, { few: ["4:20"], full }));
    fillCart();
    const { user } = renderApp(`${MENU}/checkout`);
    if (radio) {
      await screen.findByRole("radio", { name: /about Mon 4:20 PM/ });
      await user.click(screen.getByRole("button", { name: "Later" }));
      expect(await screen.findByRole("radio", { name: radio })).toBeDisabled();
    }
    if (!radio) expect((await screen.findAllByText(/^No pickup time has room/))[0]).toBeVisible();
    await expectNoBarriers();
  });

  it("a confirmation", async () => {
    renderApp(`${MENU}/order-confirmation?payment_intent=pi_1`);
    expect(await screen.findByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
    await expectNoBarriers();
  });

  it.each([
    ["the free times of an order", "Pick another time", "dialog"],
    ["the question before an order is cancelled", "Cancel and get $8.70 back", "alertdialog"],
  ])("%s", async (_, name, role) => {
    serveFreeOrder();
    const { user } = renderApp(`${MENU}/order/${TOKEN}`);
    await user.click(await screen.findByRole("button", { name }));
    expect(await screen.findByRole(role)).toBeVisible();
    await expectNoBarriers();
  });

  it("an order that is followed", async () => {
    renderApp(`${MENU}/order/${TOKEN}`);
    expect(await screen.findByRole("heading", { level: 1, name: "Order #104" })).toBeVisible();
    await expectNoBarriers();
  });
});

describe("a dead end has a heading, a way on and no serious barrier", () => {
  it.each([
    ["a truck that does not exist", "/no-such-truck", "Truck Not Found"],
    ["no truck", "/truck", "No Truck Slug Found"],
    ["a checkout without a truck", "/truck/checkout", "Invalid URL"],
    ["a checkout of an empty cart", `${MENU}/checkout`, "Your cart is empty"],
    ["a confirmation without a payment", `${MENU}/order-confirmation`, "No Order Found"],
    [
      "a payment that cannot be verified",
      `${MENU}/order-confirmation?payment_intent=pi_unknown`,
      "Payment Verification Error",
    ],
    ["an order that is not found", `${MENU}/order/${TOKEN}`, "We could not find this order"],
  ])("%s", async (_, path, heading) => {
    const missing = () =>
      HttpResponse.json({ error: "Not found", code: "not_found" }, { status: 404 });
    server.use(
      http.get("*/api/trucks/by-slug/no-such-truck", missing),
      http.get("*/api/track/:token", missing),
      http.post("*/api/verify-payment", missing),
    );
    renderApp(path);
    const main = within(screen.getByRole("main"));
    expect(await main.findByRole("heading", { level: 1, name: heading })).toBeVisible();
    expect(main.getAllByRole("link")[0]).toBeVisible();
    await expectNoBarriers();
  });
});
