import type { Page } from "@playwright/test";
import { watchConsole } from "../../harness/browser/console.ts";
import { signInOnScreen } from "../../harness/product/accounts.ts";
import { listMenuItems } from "../../harness/product/menu-items.ts";
import { placeOrder } from "../../harness/product/orders.ts";
import { addToCart, notifications, openCart } from "../../harness/screens/menu.ts";
import { orderCard } from "../../harness/screens/order-screens.ts";
import { expect, test } from "../../harness/test.ts";

const SPECIAL = "Special of the day";

test("a day of a truck's admin: a new menu item, an order from payment to pickup, the figures, without a complaint in the console", async ({
  page,
  newPage,
  truck,
  admin,
  sandbox,
  phone,
}) => {
  const complaints = watchConsole(page);
  await signInOnScreen(page, admin);
  const goTo = placesOf(page);

  await page.getByRole("link", { name: "View All Items" }).click();
  await page.getByRole("link", { name: "Add menu item" }).click();
  await page.getByLabel("Name", { exact: true }).fill(SPECIAL);
  await page.getByLabel("Price", { exact: true }).fill("10");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(notifications(page)).toContainText(`${SPECIAL} is on the menu`);
  expect(await listMenuItems(truck)).toHaveLength(4);

  const order = await placeOrder(truck, { phone, items: [{ name: SPECIAL }] });
  await goTo("Orders");
  const card = orderCard(page, order);
  await expect(card.getByText(SPECIAL)).toBeVisible();
  for (const label of ["Confirmed", "Preparing", "Ready for Pickup", "Completed"]) {
    await card.getByRole("button", { name: `Mark as ${label}` }).click();
    await expect(card.getByText(label, { exact: true })).toBeVisible();
    // Sent, once it can no longer be undone.
    await expect(card.getByRole("button", { name: "Updating..." })).toBeHidden();
  }
  await expect(card.getByRole("button")).toHaveCount(0);
  // Received, being prepared, ready.
  await expect.poll(() => sandbox.texts(phone)).toHaveLength(3);
  expect((await sandbox.texts(phone)).map(({ body }) => body).join("\n")).toContain("ready");

  await goTo("Menu");
  const special = page.getByRole("row").filter({ hasText: SPECIAL });
  await special.getByRole("button", { name: "Mark Unavailable" }).click();
  await expect(special.getByText("Unavailable", { exact: true })).toBeVisible();
  const customer = await newPage();
  await customer.goto(truck.path);
  await addToCart(customer, "Horchata");
  await expect((await openCart(customer)).getByRole("heading", { name: "Horchata" })).toBeVisible();

  await goTo("Customers");
  await page.getByRole("link", { name: "Rosa Parker" }).click();
  await expect(page.getByRole("table", { name: "Orders of this customer" })).toContainText(
    order.orderNumber,
  );
  await goTo("Analytics");
  await expect(page.getByRole("table", { name: "Top items" })).toContainText(SPECIAL);
  const profile = page.getByRole("link", { name: /your profile/ });
  await profile.first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Your profile" })).toBeVisible();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/login$/);
  expect(complaints).toEqual([]);
});

/** Goes to another screen by the menu of the staff area. */
function placesOf(page: Page) {
  const places = page.getByRole("navigation", { name: "Admin", exact: true });
  return (name: string) => places.getByRole("link", { name, exact: true }).click();
}
