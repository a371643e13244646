import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, expect, it } from "vitest";
import type { MenuItem, Truck } from "@/domain/api/public-types";
import { newLine } from "@/domain/cart/cart-item";
import { addToCart, clearCart } from "@/storefront/cart/cart-store";
import { seedCache } from "@/storefront/first-paint/first-data";
import { aGroup, aMenuItem, aTruck } from "@/test/fixtures";
import { serveStream } from "@/test/live-stream";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { CONFIG } from "@/test/storefront/checkout-fixtures";
import { NO_SLOTS } from "@/test/storefront/slots";

const taco = aMenuItem();
const elote = aMenuItem({ _id: "e".repeat(24), name: "Elote", position: 1 });
const burrito = aMenuItem({
  _id: "b".repeat(24),
  name: "Wet Burrito",
  position: 2,
  optionGroups: [aGroup("Filling", [1, 1], "Chicken", "Asada:2")],
});

afterEach(() => clearCart("spicy-burritos"));

/** A truck whose menu and pauses change while the page is open. */
function serve() {
  let menu = [taco, elote, burrito];
  const truck = aTruck({ timezone: "UTC" });
  const stream = serveStream(server, `*/api/trucks/${truck._id}/stream`);
  server.use(
    http.get("*/api/trucks/by-slug/:slug", () => HttpResponse.json(truck)),
    http.get("*/api/menu-items/public/:id", () => HttpResponse.json(menu)),
    http.get("*/api/trucks/:slug/slots", () => HttpResponse.json(NO_SLOTS)),
    http.get("*/api/config", () => HttpResponse.json(CONFIG)),
  );
  return {
    stop: () => act(() => stream.stop()),
    isHeard: () => waitFor(() => expect(stream.isHeard()).toBe(true)),
    changeItem: (changed: MenuItem) => {
      menu = menu.map((item) => (item._id === changed._id ? changed : item));
      act(() => stream.say("menu", { menuItemId: changed._id }));
    },
    changeTruck: (change: Partial<Truck>) =>
      act(() => stream.say("truck", { ...truck, ...change })),
  };
}

/** A page that came with the truck and its menu as of a change, and what the browser reads of them besides. */
async function openPage(change: number, hello: { resumed: boolean; id: string }) {
  const truck = aTruck({ timezone: "UTC" });
  const stream = serveStream(server, `*/api/trucks/${truck._id}/stream`, hello);
  const read: string[] = [];
  server.use(
    http.get("*/api/trucks/by-slug/:slug", () => {
      read.push("truck");
      return HttpResponse.json(truck);
    }),
    http.get("*/api/menu-items/public/:id", () => {
      read.push("menu");
      return HttpResponse.json([taco, elote]);
    }),
    http.get("*/api/trucks/:slug/slots", () => HttpResponse.json(NO_SLOTS)),
    http.get("*/api/config", () => HttpResponse.json(CONFIG)),
  );
  renderApp("/spicy-burritos", (client) => {
    client.setDefaultOptions({ queries: { retry: false, staleTime: 60_000 } });
    seedCache(client, { truck, menu: [taco, elote], change }, Date.now());
  });
  await screen.findByText("Found 2 menu items");
  await waitFor(() => expect(stream.isHeard()).toBe(true));
  return { asked: stream.asked, read };
}

it.each([
  ["that goes on from the page's change", 7, { resumed: true, id: "7" }],
  ["of a truck that never changed", 0, { resumed: false, id: "0" }],
])("reads nothing twice at the first contact %s", async (_, change, hello) => {
  const { asked, read } = await openPage(change, hello);
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(asked).toEqual([String(change)]);
  expect(read).toEqual([]);
});

it.each([
  ["whose change is not known any more", 7, { resumed: false, id: "9" }],
  ["that was older than the first change", 0, { resumed: false, id: "9" }],
])("reads again what came with a page %s", async (_, change, hello) => {
  const { read } = await openPage(change, hello);
  await waitFor(() => expect([...read].sort()).toEqual(["menu", "truck"]));
});

function put(menuItem: MenuItem): void {
  const choice = { menuItem, quantity: 1, chosen: [], specialInstructions: "" };
  addToCart("spicy-burritos", newLine(choice));
}

const card = (menuItem: string) => {
  const heading = screen.getByRole("heading", { level: 4, name: menuItem });
  return within(heading.closest("li") as HTMLElement);
};

it("dims a menu item that sells out, says so in the cart, and takes all of it back", async () => {
  const { isHeard, changeItem } = serve();
  put(taco);
  put(elote);
  const { user } = renderApp("/spicy-burritos");
  await screen.findByText("Found 3 menu items");
  await isHeard();

  changeItem({ ...elote, isAvailable: false });
  expect(await screen.findByText("In your cart and sold out: Elote")).toBeInTheDocument();
  expect(card("Elote").getByText("Sold out")).toBeInTheDocument();
  expect(card("Elote").queryByRole("button")).toBeNull();

  await user.click(screen.getByRole("button", { name: /^Cart/ }));
  const cart = within(await screen.findByRole("dialog", { name: "Your cart" }));
  expect(cart.getByText("Sold out")).toBeInTheDocument();
  expect(cart.getByText(/sold out just now. Remove it/)).toBeInTheDocument();
  expect(cart.getByRole("button", { name: "Checkout" })).toBeDisabled();

  changeItem(elote);
  await waitFor(() => expect(cart.getByRole("button", { name: "Checkout" })).toBeEnabled());
  expect(cart.queryByText("Sold out")).toBeNull();
});

it("says how few are left on card and cart, and takes no more than that", async () => {
  const { isHeard, changeItem } = serve();
  put(elote);
  put(elote);
  const { user } = renderApp("/spicy-burritos");
  await screen.findByText("Found 3 menu items");
  await isHeard();

  changeItem({ ...elote, remaining: 3 });
  expect(await screen.findByText("Only 3 left")).toBeVisible();
  const more = card("Elote").getByRole("button", { name: "Increase quantity of Elote" });
  // Two of the three are in the cart.
  expect(more).toBeDisabled();
  await user.click(card("Elote").getByRole("button", { name: /^Add to cart/ }));
  expect(card("Elote").getByText("All that is left is in your cart.")).toBeVisible();

  await user.click(screen.getByRole("button", { name: /^Cart/ }));
  const cart = within(await screen.findByRole("dialog", { name: "Your cart" }));
  expect(cart.getByText("Only 3 left")).toBeVisible();
  expect(cart.getByRole("button", { name: "Increase quantity of Elote" })).toBeDisabled();
  expect(cart.getByRole("button", { name: "Checkout" })).toBeEnabled();

  changeItem({ ...elote, remaining: 1 });
  await user.click(await cart.findByRole("button", { name: "Change to 1 Elote" }));
  expect(cart.getByRole("group", { name: "Quantity of Elote" })).toHaveTextContent("1");
  expect(cart.getByRole("button", { name: "Checkout" })).toBeEnabled();
});

it("keeps the checkout shut while less is left than was ordered, and offers what there is", async () => {
  const { isHeard, changeItem } = serve();
  put(elote);
  put(elote);
  put(elote);
  const { user } = renderApp("/spicy-burritos/checkout");
  const button = await screen.findByRole("button", { name: "Continue to Payment" });
  await isHeard();
  changeItem({ ...elote, remaining: 2 });
  expect(await screen.findByText("Elote: Only 2 left.")).toBeVisible();
  expect(screen.getByText("Less is left than you ordered. Change it to go on.")).toBeVisible();
  expect(button).toBeDisabled();
  await user.click(screen.getByRole("button", { name: "Change to 2 Elote" }));
  await waitFor(() => expect(button).toBeEnabled());
  expect(screen.queryByText("Elote: Only 2 left.")).toBeNull();
});

it("cuts the choice in an open dialog down to what is left, and says so", async () => {
  const { isHeard, changeItem } = serve();
  const { user } = renderApp("/spicy-burritos");
  await user.click(await screen.findByRole("button", { name: /^Choose options/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Wet Burrito" }));
  await isHeard();
  const more = dialog.getByRole("button", { name: "Increase quantity of Wet Burrito" });
  await user.click(more);
  await user.click(more);
  changeItem({ ...burrito, remaining: 2 });
  expect(await dialog.findByRole("alert")).toHaveTextContent("Only 2 left");
  expect(dialog.getByRole("group", { name: "Quantity of Wet Burrito" })).toHaveTextContent("2");
  expect(more).toBeDisabled();
});

it("shuts an open dialog whose menu item sells out", async () => {
  const { isHeard, changeItem } = serve();
  const { user } = renderApp("/spicy-burritos");
  await user.click(await screen.findByRole("button", { name: /^Choose options/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Wet Burrito" }));
  await isHeard();
  changeItem({ ...burrito, isAvailable: false });
  expect(await dialog.findByText("Wet Burrito is sold out.")).toBeInTheDocument();
  expect(dialog.getByRole("button", { name: /^Add to cart/ })).toBeDisabled();
});

it("says why and until when ordering is paused, and goes on by itself", async () => {
  const { isHeard, changeTruck } = serve();
  put(taco);
  const { user } = renderApp("/spicy-burritos");
  await screen.findByText("Found 3 menu items");
  await isHeard();
  changeTruck({
    acceptingOrders: false,
    notAcceptingReason: "Catching up",
    pausedUntil: inAnHour(),
  });
  const banner = /^This truck is not taking orders right now: Catching up. Back .*at \d.*M\.$/;
  expect(await screen.findByText(banner)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /Add to cart|Choose options/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: /^Cart/ }));
  const cart = within(await screen.findByRole("dialog", { name: "Your cart" }));
  expect(cart.getByText(banner)).toBeInTheDocument();
  expect(cart.getByRole("button", { name: "Checkout" })).toBeDisabled();

  changeTruck({});
  await waitFor(() => expect(cart.getByRole("button", { name: "Checkout" })).toBeEnabled());
  expect(screen.queryByText(banner)).toBeNull();
});

it("says above the menu, in a dialog and in the cart that it hears nothing, and goes on", async () => {
  const lost = "No connection right now. What you see may have changed.";
  const { isHeard, stop } = serve();
  put(taco);
  const { user } = renderApp("/spicy-burritos");
  await screen.findByText("Found 3 menu items");
  await isHeard();
  stop();
  expect(await screen.findByText(lost)).toBeVisible();
  await user.click(card("Wet Burrito").getByRole("button", { name: /^Choose options/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Wet Burrito" }));
  expect(dialog.getByText(lost)).toBeVisible();
  expect(dialog.getByRole("button", { name: /^Add to cart/ })).toBeEnabled();
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("button", { name: /^Cart/ }));
  const cart = within(await screen.findByRole("dialog", { name: "Your cart" }));
  expect(cart.getByText(lost)).toBeVisible();
});

it("says in the checkout that it hears nothing", async () => {
  const { isHeard, stop } = serve();
  put(taco);
  renderApp("/spicy-burritos/checkout");
  await screen.findByRole("heading", { level: 2, name: "Customer Info" });
  await isHeard();
  stop();
  expect(await screen.findByText(/^No connection right now/)).toBeVisible();
});

it("keeps the checkout shut while it is paused or something in it is sold out, and says why", async () => {
  const { isHeard, changeItem, changeTruck } = serve();
  put(taco);
  put(elote);
  const { user } = renderApp("/spicy-burritos/checkout");
  const button = await screen.findByRole("button", { name: "Continue to Payment" });
  await isHeard();
  expect(button).toBeEnabled();

  changeTruck({ acceptingOrders: false, notAcceptingReason: "Out of gas", pausedUntil: null });
  await waitFor(() => expect(button).toBeDisabled());
  // Once over the form, once beside the button that it shuts.
  expect(screen.getAllByText("This truck is not taking orders right now: Out of gas")).toHaveLength(
    2,
  );
  changeTruck({});
  await waitFor(() => expect(button).toBeEnabled());

  changeItem({ ...elote, isAvailable: false });
  expect(await screen.findByText("Elote is sold out.")).toBeInTheDocument();
  expect(button).toBeDisabled();
  await user.click(screen.getByRole("button", { name: "Remove Elote" }));
  await waitFor(() => expect(button).toBeEnabled());
  expect(screen.getByRole("region", { name: "Order summary" })).not.toHaveTextContent("Elote");
});

it("tells how long a busy kitchen needs, and holds a pickup to it", async () => {
  const { isHeard, changeTruck } = serve();
  put(taco);
  const { user } = renderApp("/spicy-burritos/checkout");
  await user.click(await screen.findByRole("button", { name: "Later" }));
  // Late in the evening the soonest pickup is on the next day, and the hint says which.
  const hint = () => screen.getByText(/^From \d+:\d\d [AP]M.*, truck time\.$/).textContent;
  const before = hint();
  await isHeard();
  changeTruck({ leadMinutes: 35 });
  await waitFor(() => expect(hint()).not.toBe(before));
});

function inAnHour(): string {
  return new Date(Date.now() + 3_600_000).toISOString();
}
