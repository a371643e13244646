import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import type { MenuItem, Truck } from "@/domain/api/public-types";
import { saveOfferCode } from "@/domain/cart/offer-discount-and-kept-code";
import { clearCart } from "@/storefront/cart/cart-store";
import { aGroup, aMenuItem, aTruck } from "@/test/fixtures";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { LinkedOffer } from "./ordering-screen";

const burrito = aMenuItem({
  _id: "b".repeat(24),
  name: "Wet Burrito",
  section: "Burritos",
  basePrice: 11.5,
  position: 1,
  optionGroups: [aGroup("Filling", [1, 1], "Chicken", "Asada:2")],
});
const elote = aMenuItem({ _id: "e".repeat(24), name: "Elote", isAvailable: false, position: 2 });
const menu = [aMenuItem(), burrito, elote];

function serveTruck(truck: Truck = aTruck(), items: MenuItem[] = menu) {
  server.use(
    http.get("*/api/trucks/by-slug/:slug", () => HttpResponse.json(truck)),
    http.get("*/api/menu-items/public/:id", () => HttpResponse.json(items)),
    http.get("*/api/config", () => HttpResponse.json({ currency: "usd", taxRate: 8.75 })),
  );
}

async function openCart(user: ReturnType<typeof renderApp>["user"]) {
  await user.click(screen.getByRole("button", { name: /^Cart/ }));
  return screen.findByRole("dialog", { name: "Your cart" });
}

afterEach(() => clearCart("spicy-burritos"));

it("shows the truck, how to reach it, and its menu by section", async () => {
  serveTruck();
  renderApp("/spicy-burritos");
  expect(await screen.findByRole("heading", { level: 1, name: "Spicy Burritos" })).toBeVisible();
  expect(screen.getByText("Tortillas pressed to order.")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "(503) 555-0142" })).toHaveAttribute(
    "href",
    expect.stringMatching(/^tel:/),
  );
  expect(screen.getByRole("link", { name: "hello@spicy.example" })).toHaveAttribute(
    "href",
    "mailto:hello@spicy.example",
  );
  expect(await screen.findByText("Found 3 menu items")).toBeInTheDocument();
  const burritos = screen.getByRole("region", { name: "Burritos" });
  expect(within(burritos).getByText("Wet Burrito")).toBeInTheDocument();
  expect(document.title).toBe("Spicy Burritos · Chuckwagon");
});

it("says that the code of a poster's link goes along to the checkout", async () => {
  serveTruck();
  renderApp("/spicy-burritos?offer=taco10");
  expect(await screen.findByText("Code TACO10 will be checked at checkout.")).toBeVisible();
});

it("draws the place of a code before its words, which are announced then", () => {
  saveOfferCode("spicy-burritos", "TACO10");
  const drawnFirst = renderToStaticMarkup(<LinkedOffer slug="spicy-burritos" />);
  expect(drawnFirst).toMatch(/^<p role="status"[^>]*><\/p>$/);
});

it("counts a single item in the singular, at the longer address too", async () => {
  serveTruck(aTruck(), [aMenuItem()]);
  renderApp("/truck/spicy-burritos");
  expect(await screen.findByText("Found 1 menu item")).toBeInTheDocument();
});

it("says in words that a menu item is sold out, and offers no way to add it", async () => {
  serveTruck();
  renderApp("/spicy-burritos");
  const card = within((await screen.findByText("Elote")).closest("li") as HTMLElement);
  expect(card.getByText("Sold out")).toBeInTheDocument();
  expect(card.queryByRole("button")).not.toBeInTheDocument();
});

it("adds a plain menu item in the chosen quantity and says so", async () => {
  serveTruck();
  const { user } = renderApp("/spicy-burritos");
  await user.click(
    await screen.findByRole("button", { name: "Increase quantity of Carnitas taco" }),
  );
  await user.click(screen.getByRole("button", { name: "Add to cart Carnitas taco" }));
  expect(screen.getByRole("button", { name: "Cart, 2 items, $8.00" })).toBeInTheDocument();
  const notifications = within(screen.getByRole("region", { name: "Notifications" }));
  expect(notifications.getByText("Carnitas taco added to your cart")).toBeInTheDocument();

  await user.click(notifications.getByRole("button", { name: "View cart" }));
  const cart = within(await screen.findByRole("dialog", { name: "Your cart" }));
  expect(cart.getByText("$8.70")).toBeInTheDocument();
});

it("adds a menu item with its options, then leads to the checkout", async () => {
  serveTruck();
  const { user } = renderApp("/truck/spicy-burritos");
  await user.click(await screen.findByRole("button", { name: /^Choose options/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Wet Burrito" }));
  await user.click(dialog.getByRole("radio", { name: /Asada/ }));
  await user.click(dialog.getByRole("button", { name: "Add to cart · $13.50" }));

  const cart = within(await openCart(user));
  expect(cart.getByText("Asada")).toBeInTheDocument();
  expect(cart.getByText("$14.68")).toBeInTheDocument();
  await user.click(cart.getByRole("button", { name: "Checkout" }));
  await waitFor(() => expect(window.location.pathname).toBe("/spicy-burritos/checkout"));
});

it("keeps the checkout shut while the cart is empty, and empties it line by line", async () => {
  serveTruck();
  const { user } = renderApp("/spicy-burritos");
  await user.click(await screen.findByRole("button", { name: "Add to cart Carnitas taco" }));
  const cart = within(await openCart(user));
  await user.click(cart.getByRole("button", { name: "Increase quantity of Carnitas taco" }));
  expect(cart.getByText("$8.70")).toBeInTheDocument();
  await user.click(cart.getByRole("button", { name: "Remove Carnitas taco" }));
  expect(cart.getByText("Your cart is empty")).toBeInTheDocument();
  expect(cart.queryByText("$0.00")).toBeNull();
  expect(cart.getByRole("button", { name: "Checkout" })).toBeDisabled();
});

it("closes the cart on Escape and gives the focus back", async () => {
  serveTruck();
  const { user } = renderApp("/spicy-burritos");
  await user.click(await screen.findByRole("button", { name: "Add to cart Carnitas taco" }));
  await openCart(user);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole("button", { name: /^Cart/ })).toHaveFocus());
});

it("opens a menu item without options by its name, for how many and a word to the kitchen", async () => {
  serveTruck();
  const { user } = renderApp("/spicy-burritos");
  await user.click(await screen.findByRole("button", { name: "Carnitas taco" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Carnitas taco" }));
  await user.type(dialog.getByLabelText("Special instructions (optional)"), "No onion");
  await user.click(dialog.getByRole("button", { name: /^Add to cart/ }));
  const cart = within(await openCart(user));
  expect(cart.getByText("“No onion”")).toBeVisible();
});

it("says what changed in the cart since the last visit, and applies it", async () => {
  serveTruck();
  const { user } = renderApp("/spicy-burritos");
  await user.click(await screen.findByRole("button", { name: "Add to cart Carnitas taco" }));
  document.body.innerHTML = "";

  serveTruck(aTruck(), [aMenuItem({ basePrice: 4.5 }), burrito, elote]);
  const again = renderApp("/spicy-burritos");
  expect(await screen.findByRole("button", { name: "Cart, 1 item, $4.50" })).toBeInTheDocument();
  const cart = within(await openCart(again.user));
  expect(cart.getByRole("alert")).toHaveTextContent("Carnitas taco is now $4.50 (was $4.00)");
  await again.user.click(cart.getByRole("button", { name: "Got it" }));
  expect(cart.queryByRole("alert")).not.toBeInTheDocument();
});

it("says why a paused truck takes no orders, and lets no customer add or check out", async () => {
  serveTruck(aTruck({ acceptingOrders: false, notAcceptingReason: "back at 2 PM" }));
  const { user } = renderApp("/spicy-burritos");
  expect(
    await screen.findByText("This truck is not taking orders right now: back at 2 PM"),
  ).toBeInTheDocument();
  await screen.findByText("Found 3 menu items");
  expect(screen.queryByRole("button", { name: /Add to cart|Choose options/ })).toBeNull();
  expect(within(await openCart(user)).getByRole("button", { name: "Checkout" })).toBeDisabled();
});

it("says so when there is no such truck", async () => {
  server.use(
    http.get("*/api/trucks/by-slug/:slug", () =>
      HttpResponse.json({ error: "Truck not found", code: "not_found" }, { status: 404 }),
    ),
  );
  renderApp("/nowhere");
  expect(await screen.findByRole("heading", { name: "Truck Not Found" })).toBeInTheDocument();
  expect(screen.getByText(/We couldn't find a truck with slug "nowhere"/)).toBeInTheDocument();
});

it.each([
  ["an empty list", () => HttpResponse.json([])],
  ["a 404", () => HttpResponse.json({ error: "No" }, { status: 404 })],
])("takes %s for an empty menu", async (_, answer) => {
  serveTruck();
  server.use(http.get("*/api/menu-items/public/:id", answer));
  renderApp("/spicy-burritos");
  expect(await screen.findByText("No menu items available")).toBeInTheDocument();
});

it("asks for a slug where the address has none", async () => {
  renderApp("/truck");
  expect(await screen.findByRole("heading", { name: "No Truck Slug Found" })).toBeInTheDocument();
});

it("leads to a section without a step in the history, and reading goes on there", async () => {
  serveTruck();
  const { user } = renderApp("/spicy-burritos");
  const nav = await screen.findByRole("navigation", { name: "Menu sections" });
  const before = window.history.length;
  const scrolled = vi.fn();
  Element.prototype.scrollIntoView = scrolled;
  for (const link of within(nav).getAllByRole("link")) await user.click(link);
  expect(window.history.length).toBe(before);
  expect(scrolled).toHaveBeenCalledTimes(within(nav).getAllByRole("link").length);
  expect(document.activeElement).toHaveAccessibleName("Burritos");
});

it("marks the first section again above the menu, where none crosses the line of reading", async () => {
  let report: (entries: object[]) => void = () => undefined;
  class Observer {
    observe = vi.fn();
    disconnect = vi.fn();
    constructor(callback: typeof report) {
      report = callback;
    }
  }
  vi.stubGlobal("IntersectionObserver", Observer);
  serveTruck();
  renderApp("/spicy-burritos");
  const nav = await screen.findByRole("navigation", { name: "Menu sections" });
  const [first, last] = within(nav).getAllByRole("link");
  const target = screen.getByRole("region", { name: "Burritos" });
  act(() => report([{ isIntersecting: true, target }]));
  expect(last).toHaveAttribute("aria-current", "location");
  vi.stubGlobal("scrollY", 60);
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 400));
  act(() => report([{ isIntersecting: false, target }]));
  expect(first).toHaveAttribute("aria-current", "location");
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
