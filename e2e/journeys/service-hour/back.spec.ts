import type { Locator, Page } from "@playwright/test";
import { openAs } from "../../harness/product/accounts.ts";
import { placeOrder } from "../../harness/product/orders.ts";
import { CARDS, cardFrame, expectConfirmed, payByCard } from "../../harness/screens/checkout.ts";
import { cartButton, menuCard, option } from "../../harness/screens/menu.ts";
import { goToPaymentStep } from "../../harness/screens/payment-step.ts";
import { expect, test } from "../../harness/test.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** Back closes it, and only it. */
async function expectClosedByBack(page: Page, overlay: Locator): Promise<void> {
  const address = page.url();
  await expect(overlay).toBeVisible();
  await page.goBack();
  await expect(overlay).toBeHidden();
  expect(page.url()).toBe(address);
}

test("Back closes item, cart and payment one after the other, and then leaves the truck as it was come to", async ({
  page,
  truck,
  phone,
}) => {
  await page.goto("/");
  await page.getByRole("link", { name: truck.name }).tap();
  const openItem = menuCard(page, "Garden Burrito").getByRole("button", { name: /^Choose/ });
  const item = page.getByRole("dialog", { name: "Garden Burrito" });
  await openItem.tap();
  await expectClosedByBack(page, item);

  // The page does not jump, and a reload leaves no step behind.
  await openItem.tap();
  await expect(item).toBeVisible();
  await page.reload();
  await openItem.tap();
  await option(item, "Grilled chicken").tap();
  const scrolled = await page.evaluate(() => window.scrollY);
  await item.getByRole("button", { name: /^Add to cart/ }).tap();
  await expect(item).toBeHidden();
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);

  // The item over the cart closes before the cart does.
  const cart = page.getByRole("dialog", { name: "Your cart" });
  await cartButton(page).tap();
  await cart.getByRole("button", { name: /^Edit/ }).tap();
  await expectClosedByBack(page, item);
  await expectClosedByBack(page, cart);

  await cartButton(page).tap();
  await page.getByRole("button", { name: "Checkout", exact: true }).tap();
  await page.getByLabel("Name", { exact: true }).fill("Rosa Parker");
  await page.getByLabel("Phone", { exact: true }).fill(phone);
  await goToPaymentStep(page);
  await expectClosedByBack(page, cardFrame(page).getByLabel("Card number"));
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Rosa Parker");

  await page.goBack();
  await expect(openItem).toBeVisible();
  await page.goForward();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Rosa Parker");
  await goToPaymentStep(page);
  await payByCard(page, CARDS.good);
  await expectConfirmed(page);
  await page.goBack();
  await expect(openItem).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL((url) => url.pathname === "/");
});

test("Back closes the counter's sheet and a drawer, and asks before it closes one with changes", async ({
  page,
  admin,
  truck,
  phone,
}) => {
  const order = await placeOrder(truck, { items: [{ name: "Horchata" }], phone });
  await openAs(page, admin);
  await page.goto(`/admin/orders/${order._id}`);
  await page.getByRole("button", { name: "Refund", exact: true }).tap();
  await expectClosedByBack(page, page.getByRole("dialog", { name: "Refund" }));

  await page.goto("/admin/orders/new");
  await page.getByRole("button", { name: /^Horchata/ }).tap();
  await page.getByRole("button", { name: "Cash", exact: true }).tap();
  await expectClosedByBack(page, page.getByRole("dialog", { name: "This order" }));
  await expect(page.getByRole("button", { name: /^1 item/ })).toBeVisible();

  await page.goto("/admin/offers");
  await page.getByRole("button", { name: "Add offer" }).tap();
  const drawer = page.getByRole("dialog", { name: "Add offer" });
  await drawer.getByRole("textbox").first().fill("TACO");
  const question = page.getByRole("alertdialog", { name: "Leave without your changes?" });
  await page.goBack();
  await expect(question).toBeVisible();
  await expectClosedByBack(page, question);
  await expect(drawer.getByRole("textbox").first()).toHaveValue("TACO");
  await page.goBack();
  await question.getByRole("button", { name: "Leave" }).tap();
  await expect(drawer).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL((url) => url.pathname === "/admin/orders/new");
});
