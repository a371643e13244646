/** The payment step without the way through menu and form: the cart is in the browser, the form is filled in. */
import { expect, type Page } from "@playwright/test";
import { PLAIN_ITEM } from "../product/menu-items.ts";
import { cartLine, type OrderLine } from "../product/orders.ts";
import type { OwnTruck } from "../product/product.ts";
import { timeOfDay } from "./checkout.ts";

export interface CheckoutWish {
  /** Ten digits. */
  phone: string;
  items?: OrderLine[];
  name?: string;
  email?: string;
  /** HH:MM on the truck's clock. */
  pickupTime?: string;
}

/** Opens the checkout on its first step, filled in as by an earlier visit. */
export async function openCheckout(
  page: Page,
  truck: OwnTruck,
  { phone, items = [{ name: PLAIN_ITEM }], name, email, pickupTime }: CheckoutWish,
): Promise<void> {
  const lines = await Promise.all(items.map((line) => cartLine(truck, line)));
  const cart = { items: lines, specialInstructions: "", attemptId: attemptId(), changes: [] };
  await page.addInitScript(
    ([slug, kept, customer]) => {
      // Once only: what the page makes of them later stays.
      if (window !== window.top || sessionStorage.getItem("cart-was-put") === slug) return;
      sessionStorage.setItem("cart-was-put", slug);
      const state = { carts: { [slug]: kept } };
      localStorage.setItem("chuckwagon.carts", JSON.stringify({ state, version: 1 }));
      localStorage.setItem(
        `chuckwagon:checkout:${slug}`,
        JSON.stringify({ ...customer, savedAt: Date.now() }),
      );
    },
    [
      truck.slug,
      cart,
      {
        name: name ?? "Rosa Parker",
        phone,
        email: email ?? "",
        pickupTime: pickupTime ?? timeOfDay(60),
      },
    ] as const,
  );
  await page.goto(`${truck.path}/checkout`);
  await expect(page.getByLabel("Phone", { exact: true })).not.toHaveValue("");
}

/** Goes on from the first step; the page makes the payment intent. */
export async function goToPaymentStep(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await expect(page.getByRole("heading", { name: "Payment", exact: true })).toBeVisible();
}

/** Opens the payment step; one plain item is in the cart unless the test names others. */
export async function checkoutAtPaymentStep(
  page: Page,
  truck: OwnTruck,
  wish: CheckoutWish,
): Promise<void> {
  await openCheckout(page, truck, wish);
  await goToPaymentStep(page);
}

/** As the cart names itself: 32 hexadecimal digits. */
function attemptId(): string {
  return crypto.randomUUID().replaceAll("-", "");
}
