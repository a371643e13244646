import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { MenuItem } from "@/domain/api/public-types";
import { publicMenuKey } from "@/domain/query-keys";
import { clearCart } from "@/storefront/cart/cart-store";
import { aGroup, aMenuItem, aTruck } from "@/test/fixtures";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { CONFIG } from "@/test/storefront/checkout-fixtures";
import { TOAST_EXIT_MS } from "@/ui/feedback/toast";

const TRUCKS = [
  aTruck(),
  aTruck({ _id: "2".repeat(24), slug: "test-truck", name: "Test Truck" }),
] as const;
const horchata = aMenuItem({
  _id: "h".repeat(24),
  name: "Horchata",
  basePrice: 3.95,
  optionGroups: [aGroup("Size", [1, 1], "Regular", "Large:1")],
});
const chips = aMenuItem({ _id: "c".repeat(24), name: "Chips", basePrice: 6 });
const tamale = aMenuItem({ _id: "d".repeat(24), name: "Tamale", basePrice: 5 });

beforeEach(() => {
  server.use(
    http.get("*/api/trucks/public", () => HttpResponse.json(TRUCKS)),
    http.get("*/api/trucks/by-slug/:slug", ({ params }) =>
      HttpResponse.json(TRUCKS.find(({ slug }) => slug === params.slug)),
    ),
    http.get("*/api/menu-items/public/:id", ({ params }) =>
      HttpResponse.json([horchata, chips, tamale].map((item) => ({ ...item, truckId: params.id }))),
    ),
    http.get("*/api/config", () => HttpResponse.json(CONFIG)),
  );
});
afterEach(() => {
  vi.useRealTimers();
  for (const { slug } of TRUCKS) clearCart(slug);
});

type User = ReturnType<typeof renderApp>["user"];

async function addHorchata(user: User, size: RegExp) {
  await user.click(await screen.findByRole("button", { name: /^Choose options.*Horchata/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Horchata" }));
  await user.click(dialog.getByRole("radio", { name: size }));
  await user.click(dialog.getByRole("button", { name: /^Add to cart/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
}

async function addPlain(user: User, name: string) {
  await user.click(await screen.findByRole("button", { name: `Add to cart ${name}` }));
}

async function openCart(user: User) {
  await user.click(await screen.findByRole("button", { name: /^Cart/ }));
  return within(await screen.findByRole("dialog", { name: "Your cart" }));
}

function lineWith(cart: ReturnType<typeof within>, text: string) {
  return cart.getByText(text).closest("li") as HTMLElement;
}

/** Without it the styles hide the button. */
const SHOWN = "data-cart-filled";

it("is empty at first, and has nothing to check out", async () => {
  const { user } = renderApp("/spicy-burritos");
  expect(await screen.findByRole("button", { name: /^Cart/ })).not.toHaveAttribute(SHOWN);
  const cart = await openCart(user);
  expect(cart.getByText("Your cart is empty")).toBeInTheDocument();
  expect(cart.getByRole("button", { name: "Checkout" })).toBeDisabled();
});

it("merges equal lines, keeps different ones apart, and follows every change of quantity", async () => {
  const { user } = renderApp("/spicy-burritos");
  await addHorchata(user, /Large/);
  await addHorchata(user, /Large/);
  await addHorchata(user, /Regular/);
  expect(screen.getByRole("button", { name: "Cart, 3 items, $13.85" })).toBeInTheDocument();

  const cart = await openCart(user);
  expect(cart.getAllByRole("listitem")).toHaveLength(2);
  const [large, regular] = [lineWith(cart, "Large"), lineWith(cart, "Regular")];
  expect(large).toHaveTextContent("$9.90");
  await user.click(within(large).getByRole("button", { name: "Increase quantity of Horchata" }));
  expect(large).toHaveTextContent("$14.85");
  expect(
    within(regular).getByRole("button", { name: "Decrease quantity of Horchata" }),
  ).toBeDisabled();
  for (const sum of ["$18.80", "$1.65", "$20.45"]) {
    expect(cart.getByText(sum)).toBeInTheDocument();
  }

  await user.click(within(regular).getByRole("button", { name: "Remove Horchata" }));
  await user.click(within(large).getByRole("button", { name: "Remove Horchata" }));
  expect(cart.getByText("Your cart is empty")).toBeInTheDocument();
  expect(cart.getByRole("button", { name: "Checkout" })).toBeDisabled();
});

it("lets a line be chosen again in its place, at the new price, or together with an equal one", async () => {
  const { user } = renderApp("/spicy-burritos");
  await addHorchata(user, /Large/);
  await addPlain(user, "Chips");
  const cart = await openCart(user);
  await user.click(cart.getByRole("button", { name: "Edit Horchata" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Horchata" }));
  expect(dialog.getByRole("radio", { name: /Large/ })).toBeChecked();
  await user.click(dialog.getByRole("radio", { name: /Regular/ }));
  await user.click(dialog.getByRole("button", { name: "Increase quantity of Horchata" }));
  await user.click(dialog.getByRole("button", { name: "Save changes · $7.90" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Horchata" })).toBeNull());
  const [first, second] = cart.getAllByRole("listitem");
  expect(first).toHaveTextContent(/Horchata.*Regular.*\$7\.90/);
  expect(second).toHaveTextContent("Chips");
  await waitFor(() => expect(cart.getByRole("button", { name: "Edit Horchata" })).toHaveFocus());
});

it("closes the dialog of a line whose item leaves the menu, also for when it returns", async () => {
  const { user, client } = renderApp("/spicy-burritos");
  await addHorchata(user, /Large/);
  const cart = await openCart(user);
  await user.click(cart.getByRole("button", { name: "Edit Horchata" }));
  await screen.findByRole("dialog", { name: "Horchata" });
  const isMenu = { queryKey: publicMenuKey(TRUCKS[0]._id) };
  const show = (...menu: MenuItem[]) =>
    act(() => {
      client.setQueriesData(isMenu, menu);
    });
  show(chips);
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Horchata" })).toBeNull());
  show({ ...horchata, truckId: TRUCKS[0]._id }, chips);
  await screen.findByRole("button", { name: /^Choose options.*Horchata/, hidden: true });
  expect(screen.queryByRole("dialog", { name: "Horchata" })).toBeNull();
});

it("puts a line that was removed back where it was", async () => {
  const { user } = renderApp("/spicy-burritos");
  await addHorchata(user, /Large/);
  await addPlain(user, "Chips");
  const cart = await openCart(user);
  await user.click(cart.getByRole("button", { name: "Remove Horchata" }));
  const undo = await cart.findByRole("button", { name: "Undo: put Horchata back" });
  expect(undo).toHaveFocus();
  await user.click(undo);
  expect(cart.getAllByRole("listitem")[0]).toHaveTextContent(/Horchata.*Large.*\$4\.95/);
  expect(cart.queryByText("Horchata was removed.")).not.toBeInTheDocument();
  await user.click(cart.getByRole("button", { name: "Remove Chips" }));
  await user.click(cart.getByRole("button", { name: "Remove Horchata" }));
  expect(cart.getByText("Your cart is empty")).toBeVisible();
  await user.click(cart.getByRole("button", { name: "Undo: put Horchata back" }));
  expect(cart.getAllByRole("listitem")).toHaveLength(1);
});

it("belongs to one truck, and is there again at the next visit", async () => {
  const first = renderApp("/spicy-burritos");
  await addPlain(first.user, "Chips");
  first.unmount();
  const other = renderApp("/test-truck");
  expect(await screen.findByRole("button", { name: /^Cart/ })).not.toHaveAttribute(SHOWN);
  await addPlain(other.user, "Tamale");
  await addPlain(other.user, "Tamale");
  expect(screen.getByRole("button", { name: "Cart, 2 items, $10.00" })).toHaveAttribute(SHOWN);
  other.unmount();

  const back = renderApp("/spicy-burritos");
  expect(await screen.findByRole("button", { name: "Cart, 1 item, $6.00" })).toBeInTheDocument();
  const cart = await openCart(back.user);
  expect(cart.getByRole("listitem")).toHaveTextContent("Chips");
});

it("takes the notices that lead to it away once it is open, or its page is left", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user } = renderApp("/spicy-burritos");
  const notices = within(screen.getByRole("region", { name: "Notifications" }));
  await addPlain(user, "Chips");
  await addPlain(user, "Tamale");
  expect(notices.queryByText("Chips added to your cart")).not.toBeInTheDocument();
  await user.click(notices.getByRole("button", { name: "View cart" }));
  const cart = within(await screen.findByRole("dialog", { name: "Your cart" }));
  act(() => vi.advanceTimersByTime(TOAST_EXIT_MS));
  expect(notices.queryByRole("button")).not.toBeInTheDocument();

  await user.click(cart.getByRole("button", { name: /^Close/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await addPlain(user, "Chips");
  await user.click(screen.getByRole("link", { name: /Chuckwagon/ }));
  await screen.findByRole("link", { name: "Test Truck" });
  act(() => vi.advanceTimersByTime(TOAST_EXIT_MS));
  expect(notices.queryByRole("button")).not.toBeInTheDocument();
});
