import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { MenuItem, Truck } from "@/domain/api/public-types";
import { newLine } from "@/domain/cart/cart-item";
import { isServedAt } from "@/domain/menu/sale-times";
import { WEEKDAYS } from "@/domain/time/calendar-day";
import { addToCart, clearCart, getCart } from "@/storefront/cart/cart-store";
import type { OfferedSlots } from "@/storefront/checkout/slots/api";
import { aMenuItem, aTruck } from "@/test/fixtures";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { CONFIG, INTENT } from "@/test/storefront/checkout-fixtures";
import { NO_SLOTS, serveSlots } from "@/test/storefront/slots";

vi.mock("@/domain/menu/sale-times", { spy: true });

const SLUG = "spicy-burritos";
const BREAKFAST = { weekdays: [...WEEKDAYS], startTime: "07:00", endTime: "11:00" };
const taco = aMenuItem();
const waffle = aMenuItem({ _id: "e".repeat(24), name: "Waffle", saleTimes: [BREAKFAST] });
const overForToday: MenuItem = {
  ...waffle,
  isAvailable: false,
  isServed: false,
  soldOutUntil: "2026-06-03T07:00:00Z",
};
const ELEVEN = Date.parse("2026-06-02T11:00:00Z");
const NOTHING_SERVED = "Nothing to order now";

let payments: string[];
let served: () => Truck;

beforeEach(() => {
  served = () => aTruck({ timezone: "UTC" });
  vi.useFakeTimers({ now: new Date("2026-06-02T10:58:30Z"), shouldAdvanceTime: true });
  payments = [];
  server.use(
    http.get("*/api/trucks/by-slug/:slug", () => HttpResponse.json(served())),
    http.get("*/api/menu-items/public/:id", () =>
      HttpResponse.json([taco, Date.now() < ELEVEN ? waffle : overForToday]),
    ),
    http.get("*/api/trucks/:slug/slots", () => HttpResponse.json(NO_SLOTS)),
    http.get("*/api/config", () => HttpResponse.json(CONFIG)),
  );
  for (const menuItem of [taco, waffle]) {
    addToCart(SLUG, newLine({ menuItem, quantity: 1, chosen: [], specialInstructions: "" }));
  }
});

afterEach(() => {
  vi.mocked(isServedAt).mockClear();
  clearCart(SLUG);
  vi.useRealTimers();
});

const card = () =>
  within(screen.getByRole("heading", { level: 4, name: "Waffle" }).closest("li") as HTMLElement);

it("says on an open screen that a meal is over, and keeps the cart", async () => {
  const { user } = renderApp(`/${SLUG}`);
  await screen.findByText("Found 2 menu items");
  expect(card().getByText("Served daily, 7–11 AM")).toBeVisible();
  expect(card().getByRole("button", { name: /^Add/ })).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(95_500));
  expect(await screen.findByText("In your cart and not served now: Waffle")).toBeInTheDocument();
  expect(card().getByText("Not served now")).toBeVisible();
  expect(card().queryByText("Sold out")).toBeNull();
  expect(card().queryByRole("button")).toBeNull();
  await user.click(screen.getByRole("button", { name: /^Cart/ }));
  const cart = within(await screen.findByRole("dialog", { name: "Your cart" }));
  expect(cart.getByText("Served daily, 7–11 AM")).toBeVisible();
  expect(cart.getByText(/not served now. Remove it/)).toBeVisible();
  expect(cart.getByRole("button", { name: "Checkout" })).toBeDisabled();
});

it("says on an open screen that nothing is served any more", async () => {
  served = () => aTruck({ timezone: "UTC", orderable: Date.now() < ELEVEN });
  renderApp(`/${SLUG}`);
  await screen.findByText("Found 2 menu items");
  expect(screen.queryByText(NOTHING_SERVED)).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(95_500));
  expect(await screen.findByText(NOTHING_SERVED)).toBeVisible();
});

async function openCheckout({ isOver = false } = {}) {
  const app = renderApp(`/${SLUG}/checkout`);
  const button = await screen.findByRole("button", { name: "Continue to Payment" });
  await waitFor(() => expect(app.client.isFetching()).toBe(0));
  await waitFor(() => expect(button).toHaveProperty("disabled", isOver));
  return { ...app, button };
}

it("says at the checkout what is over by the time that the order is ready", async () => {
  vi.setSystemTime(new Date("2026-06-02T10:43:30Z"));
  const { user, button } = await openCheckout();
  await act(() => vi.advanceTimersByTimeAsync(100_000));
  expect(await screen.findByText("Not served at that time")).toBeVisible();
  expect(button).toBeDisabled();
  await user.click(screen.getByRole("button", { name: "Remove Waffle" }));
  await waitFor(() => expect(button).toBeEnabled());
});

it("says at the checkout that a time has ended, and goes on without the item", async () => {
  const { user, button } = await openCheckout({ isOver: true });
  await act(() => vi.advanceTimersByTimeAsync(100_000));
  expect(await screen.findByText("Not served now")).toBeVisible();
  expect(screen.getByText("Waffle: Served daily, 7–11 AM.")).toBeVisible();
  await waitFor(() => expect(button).toBeDisabled());
  await user.click(screen.getByRole("button", { name: "Remove Waffle" }));
  await waitFor(() => expect(button).toBeEnabled());
});

it("asks for a pickup time at which all of it is served", async () => {
  vi.setSystemTime(new Date("2026-06-02T09:00:00Z"));
  const { user, button } = await openCheckout();
  await user.click(screen.getByRole("button", { name: "Later" }));
  const time = screen.getByLabelText("Pickup time");
  await user.type(time, "11:00");
  expect(await screen.findByText("Not served at that time")).toBeVisible();
  expect(screen.getByText("Waffle: Served daily, 7–11 AM.")).toBeVisible();
  expect(screen.getByText(/^Choose another pickup time, or remove/)).toBeVisible();
  expect(button).toBeDisabled();
  await user.clear(time);
  await user.type(time, "10:59");
  await waitFor(() => expect(button).toBeEnabled());
  expect(screen.queryByText("Not served at that time")).toBeNull();
});

const slotOf = (time: string) => `2026-06-02T${time}:00Z`;

/** Three slots, of which those before the first free one are full. */
function lateMorning(firstFree: string): OfferedSlots {
  const slots = ["10:40", "10:50", "11:00"].map((time) => ({
    at: slotOf(time),
    state: time < firstFree ? ("full" as const) : ("free" as const),
  }));
  return { ...NO_SLOTS, timezone: "UTC", asap: slotOf(firstFree), slots };
}

it("marks the slots at which the cart is not served, and goes by the first that is free", async () => {
  serveSlots(server, () => lateMorning("11:00"));
  vi.setSystemTime(new Date("2026-06-02T10:20:00Z"));
  const { user, button } = await openCheckout({ isOver: true });
  expect(screen.getByText("Not served at that time")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Later" }));
  expect(screen.getByRole("radio", { name: "11:00 AM Not served" })).toBeEnabled();
  await user.click(screen.getByRole("button", { name: "Remove Waffle" }));
  expect(screen.getByRole("radio", { name: "11:00 AM" })).toBeEnabled();
  await waitFor(() => expect(button).toBeEnabled());
});

it("looks at the meal times of slots once they are shown, and again only for another cart", async () => {
  serveSlots(server, () => lateMorning("10:50"));
  vi.setSystemTime(new Date("2026-06-02T10:20:00Z"));
  const { user } = await openCheckout();
  const looks = () => {
    const at = vi.mocked(isServedAt).mock.calls.map(([, , instant]) => instant.getTime());
    return at.filter((ms) => ms === Date.parse(slotOf("10:40"))).length;
  };
  expect(looks()).toBe(0);
  await user.click(screen.getByRole("button", { name: "Later" }));
  await user.click(screen.getByRole("radio", { name: "11:00 AM Not served" }));
  await user.click(screen.getByRole("radio", { name: "10:50 AM" }));
  // Of the taco, which is always served, none is asked.
  expect(looks()).toBe(1);
  await user.click(screen.getByRole("radio", { name: "11:00 AM Not served" }));
  await user.click(screen.getByRole("button", { name: "Remove Waffle" }));
  expect(await screen.findByRole("radio", { name: "11:00 AM" })).toBeEnabled();
  expect(looks()).toBe(1);
});

/** Refuses the first payment because the waffle is not served then. */
function refuseWaffle() {
  server.use(
    http.post("*/api/create-payment-intent", () => {
      payments.push("asked");
      if (payments.length > 1) return HttpResponse.json(INTENT);
      const message = "Waffle is not sold at that time.";
      const problem = { line: 1, code: "item_not_served", message, params: { item: "Waffle" } };
      const error = "Something in your cart is no longer available. Please review your cart.";
      return HttpResponse.json(
        { error, code: "cart_invalid", problems: [problem] },
        { status: 409 },
      );
    }),
  );
}

async function submitAsAda({ user, button }: Awaited<ReturnType<typeof openCheckout>>) {
  await user.type(screen.getByLabelText("Name"), "Ada");
  await user.type(screen.getByLabelText("Phone"), "5552345678");
  await user.click(button);
  expect(await screen.findByText("Waffle is not served at that time.")).toBeVisible();
}

it("keeps what the server does not serve then, and says so", async () => {
  vi.setSystemTime(new Date("2026-06-02T09:00:00Z"));
  refuseWaffle();
  await submitAsAda(await openCheckout());
  expect(getCart(SLUG).items.map(({ name }) => name)).toEqual(["Carnitas taco", "Waffle"]);
});

it("reads the slots again when the first free one turns out to be too late for a meal", async () => {
  vi.setSystemTime(new Date("2026-06-02T10:20:00Z"));
  const asked = serveSlots(server, () => lateMorning(payments.length > 0 ? "11:00" : "10:50"));
  refuseWaffle();
  const page = await openCheckout();
  expect(screen.getByText("As soon as possible (about 10:50 AM)")).toBeVisible();
  const before = asked.length;
  await submitAsAda(page);
  expect(await screen.findByText("As soon as possible (about 11:00 AM)")).toBeVisible();
  expect(asked.length).toBe(before + 1);
  expect(screen.getByText("Not served at that time")).toBeVisible();
  expect(page.button).toBeDisabled();
});
