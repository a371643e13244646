import type { Locator, Page } from "@playwright/test";
import { type Account, openAs } from "../harness/accounts.ts";
import { expectNoBarriers } from "../harness/barriers.ts";
import { CARDS, expectConfirmed, payButton, payByCard } from "../harness/checkout.ts";
import { expectNoSideScroll } from "../harness/layout.ts";
import { addToCart, openCart } from "../harness/menu.ts";
import { getMenuItem, PLAIN_ITEM } from "../harness/menu-items.ts";
import { placeOrder } from "../harness/orders.ts";
import type { OwnTruck } from "../harness/own-trucks.ts";
import { goToPaymentStep, openCheckout } from "../harness/payment-step.ts";
import { expect, test } from "../harness/test.ts";

const PHONE = { width: 360, height: 740 };

/** A screen of the staff: what its step is called, where it is, and what is there once it has loaded. */
type Screen = [name: string, path: string, content: (page: Page) => Locator];

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole("heading", { level: 1, name });
const button = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name });
const link = (name: string) => (page: Page) => page.getByRole("link", { name });

test("no screen of a purchase has a serious barrier", async ({ page, truck, phone }) => {
  await test.step("home", async () => {
    await page.goto("/");
    await expect(link(truck.name)(page)).toBeVisible();
    await expectNoBarriers(page, "home");
  });
  await test.step("truck and cart", async () => {
    await page.goto(truck.path);
    await addToCart(page, PLAIN_ITEM);
    await expectNoBarriers(page, "truck");
    await openCart(page);
    await expectNoBarriers(page, "cart");
  });
  await test.step("checkout and payment", async () => {
    await openCheckout(page, truck, { phone });
    await expectNoBarriers(page, "checkout");
    await goToPaymentStep(page);
    await expect(payButton(page)).toBeEnabled();
    await expectNoBarriers(page, "payment");
  });
  await test.step("confirmation", async () => {
    await payByCard(page, CARDS.good);
    await expectConfirmed(page);
    await expectNoBarriers(page, "confirmation");
  });
  await test.step("an order that is followed", async () => {
    const order = await placeOrder(truck, { status: "preparing" });
    await page.goto(order.trackingPath);
    await expect(heading(`Order #${order.orderNumber}`)(page)).toBeVisible();
    await expectNoBarriers(page, "an order that is followed");
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  test("no screen of a truck's admin has a serious barrier", async ({ page, truck, admin }) => {
    const order = await placeOrder(truck, { customerName: "Rosa Parker" });
    const item = await getMenuItem(truck, PLAIN_ITEM);
    const orderHeading = heading(`Order #${order.orderNumber}`);
    await walk(page, admin, truck, [
      ["dashboard", "dashboard", link(`Edit ${PLAIN_ITEM}`)],
      ["orders", "orders", (at) => at.getByRole("article", { name: /^Order #/ })],
      ["order", `orders/${order._id}`, orderHeading],
      ["counter", "orders/new", (at) => at.getByRole("form", { name: "This order" })],
      ["menu", "menu", button(`Delete ${PLAIN_ITEM}`)],
      ["new menu item", "menu/new", button("Save")],
      ["menu item", `menu/edit/${item._id}`, button("Save")],
      ["customers", "customers", link("Rosa Parker")],
      ["customer", `customers/${order.customerId}`, heading("Rosa Parker")],
      ["analytics", "analytics", (at) => at.getByRole("table", { name: "Top items" })],
      ["profile", "profile", heading("Your profile")],
    ]);

    await test.step("a menu in order, and a form with mistakes", async () => {
      await page.goto("/admin/menu");
      await page.getByRole("button", { name: "Change Order" }).click();
      await expect(button(`Move ${PLAIN_ITEM} down`)(page)).toBeVisible();
      await expectNoSideScroll(page);
      await page.goto("/admin/menu/new");
      await page.getByRole("button", { name: "Add option group" }).click();
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Say what is chosen here, such as Size")).toBeVisible();
      await expectNoSideScroll(page);
    });
  });
});

test("no screen of the platform has a serious barrier", async ({ page, truck, superadmin }) => {
  await placeOrder(truck);
  await walk(page, superadmin, truck, [
    ["trucks", `trucks?q=${encodeURIComponent(truck.name)}`, link(`Edit ${truck.name}`)],
    ["new truck", "trucks/new", button("Save")],
    ["truck", `trucks/edit/${truck.id}`, button("Save")],
    ["ledger", "ledger", (at) => at.getByRole("heading", { name: "By order" })],
    ["held payments", "held-payments", (at) => at.getByText("No held payments")],
    ["staff", "users", (at) => at.getByRole("table", { name: "Staff" })],
    ["activity", "audit", (at) => at.getByText("Item added").first()],
  ]);
});

/** Opens each screen as the account, and looks at it with axe. */
async function walk(page: Page, account: Account, truck: OwnTruck, screens: Screen[]) {
  await openAs(page, account, truck);
  for (const [name, path, content] of screens) {
    await test.step(name, async () => {
      await page.goto(`/admin/${path}`);
      await expect(content(page)).toBeVisible();
      await expectNoBarriers(page, name);
    });
  }
}
