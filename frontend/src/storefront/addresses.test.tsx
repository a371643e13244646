import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it } from "vitest";
import { newLine } from "@/domain/cart/cart-item";
import { addToCart, clearCart } from "@/storefront/cart/cart-store";
import { aMenuItem, aTruck } from "@/test/fixtures";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { CONFIG } from "@/test/storefront/checkout-fixtures";
import { NO_SLOTS } from "@/test/storefront/slots";

/** Every address of the customers' area shows its own screen, by the route table of the product. */

const SLUG = "spicy-burritos";

beforeEach(() => {
  server.use(
    http.get("*/api/trucks/public", () => HttpResponse.json([aTruck()])),
    http.get(`*/api/trucks/by-slug/${SLUG}`, () => HttpResponse.json(aTruck())),
    http.get("*/api/menu-items/public/:id", () => HttpResponse.json([aMenuItem()])),
    http.get("*/api/config", () => HttpResponse.json(CONFIG)),
    http.get("*/api/trucks/:slug/slots", () => HttpResponse.json(NO_SLOTS)),
  );
});
afterEach(() => clearCart(SLUG));

function putTacoInCart() {
  const menuItem = aMenuItem();
  addToCart(SLUG, newLine({ menuItem, quantity: 1, chosen: [], specialInstructions: "" }));
}

const address = () => window.location.pathname;

it.each(["/no/such/page", `/${SLUG}/no-such-page`, "/truck/a/b/c"])(
  "sends the unknown path %s home",
  async (path) => {
    renderApp(path);
    expect(
      await screen.findByRole("heading", { name: "Available Food Trucks" }),
    ).toBeInTheDocument();
    expect(address()).toBe("/");
  },
);

it("leads from an unknown truck to all trucks", async () => {
  server.use(
    http.get("*/api/trucks/by-slug/nowhere", () =>
      HttpResponse.json({ error: "Truck not found", code: "not_found" }, { status: 404 }),
    ),
  );
  const { user } = renderApp("/nowhere");
  await screen.findByRole("heading", { name: "Truck Not Found" });
  await user.click(screen.getByRole("link", { name: "Browse Food Trucks" }));
  expect(await screen.findByRole("link", { name: "Spicy Burritos" })).toBeInTheDocument();
});

it.each([`/${SLUG}/`, `/${SLUG.toUpperCase()}`, "/spicy%2Dburritos"])(
  "finds a truck at %s as well",
  async (path) => {
    server.use(http.get("*/api/trucks/by-slug/:slug", () => HttpResponse.json(aTruck())));
    renderApp(path);
    expect(await screen.findByRole("heading", { level: 1, name: "Spicy Burritos" })).toBeVisible();
  },
);

it("asks for a truck by the name that the address spells, however odd", async () => {
  const asked: string[] = [];
  server.use(
    http.get("*/api/trucks/by-slug/:slug", ({ params }) => {
      asked.push(String(params.slug));
      return HttpResponse.json({ error: "Truck not found", code: "not_found" }, { status: 404 });
    }),
  );
  for (const path of ["/caf%C3%A9", "/50%25", "/%E0%A4%A"]) {
    const { unmount } = renderApp(path);
    expect(await screen.findByRole("heading", { name: "Truck Not Found" })).toBeVisible();
    unmount();
  }
  expect(asked).toEqual(["café", "50%", "%E0%A4%A"]);
});

it("calls a checkout without a truck an invalid address", async () => {
  renderApp("/truck/checkout");
  expect(await screen.findByRole("heading", { name: "Invalid URL" })).toBeInTheDocument();
});

it.each([`/${SLUG}`, `/truck/${SLUG}`])("shows truck, cart and checkout at %s", async (base) => {
  putTacoInCart();
  const menu = renderApp(base);
  expect(await screen.findByRole("heading", { level: 1, name: "Spicy Burritos" })).toBeVisible();
  expect(screen.getByRole("button", { name: /^Cart, 1 item,/ })).toBeInTheDocument();
  menu.unmount();

  const checkout = renderApp(`${base}/checkout`);
  expect(await screen.findByRole("group", { name: "Pickup" })).toBeInTheDocument();
  const summary = within(screen.getByRole("region", { name: "Order summary" }));
  expect(summary.getByText("Carnitas taco")).toBeInTheDocument();
  checkout.unmount();

  renderApp(`${base}/order-confirmation`);
  expect(await screen.findByRole("heading", { name: "No Order Found" })).toBeInTheDocument();
});

it("leads from the checkout back to its truck, with the cart as it was", async () => {
  putTacoInCart();
  const { user } = renderApp(`/${SLUG}/checkout`);
  await user.click(await screen.findByRole("link", { name: "Back to Spicy Burritos" }));
  expect(await screen.findByRole("button", { name: /^Cart, 1 item,/ })).toBeInTheDocument();
  expect(address()).toBe(`/${SLUG}`);
});

it.each(["checkout", "order-confirmation"])(
  "leads from a %s with nothing in it back to the menu",
  async (screenName) => {
    const { user } = renderApp(`/${SLUG}/${screenName}`);
    await user.click(await screen.findByRole("link", { name: "Back to Menu" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Spicy Burritos" })).toBeVisible();
    expect(address()).toBe(`/${SLUG}`);
  },
);
