import { addToCart, cartButton, staffEdit } from "../harness/menu.ts";
import { expect, test } from "../harness/test.ts";

test("an unknown truck is not found, and the way home is offered", async ({ page }) => {
  await page.goto("/no-such-truck");
  await expect(page.getByRole("heading", { name: "Truck Not Found" })).toBeVisible();
  await expect(page.getByText("We couldn't find a truck with slug")).toContainText("no-such-truck");
});

test("an inactive truck is as good as unknown", async ({ page }) => {
  await page.goto("/frost-and-cone");
  await expect(page.getByRole("heading", { name: "Truck Not Found" })).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Spicy Burritos" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Frost & Cone" })).toHaveCount(0);
});

test("a truck that closes down during the checkout takes no payment", async ({
  page,
  product,
  sandbox,
}) => {
  const staff = staffEdit(product, "harbor-roll");
  await page.goto("/harbor-roll");
  await expect(cartButton(page)).toBeVisible();
  await staff.deactivate();
  await page.goto("/harbor-roll");
  await expect(page.getByRole("heading", { name: "Truck Not Found" })).toBeVisible();
  expect(await sandbox.intents()).toEqual([]);
  await staff.activate();
});

for (const path of ["/no/such/page", "/spicy-burritos/no-such-page", "/truck/a/b/c"]) {
  test(`an unknown path leads home: ${path}`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Available Food Trucks" })).toBeVisible();
    await expect(page).toHaveURL(/^http:\/\/[^/]+\/$/);
  });
}

test("the address of a truck without its name says so", async ({ page }) => {
  await page.goto("/truck");
  await expect(page.getByRole("heading", { name: "No Truck Slug Found" })).toBeVisible();
});

test("the checkout without a truck is an invalid address", async ({ page }) => {
  await page.goto("/truck/checkout");
  await expect(page.getByRole("heading", { name: /invalid/i })).toBeVisible();
});

test("the long form of an address shows the same truck, cart and checkout", async ({ page }) => {
  await page.goto("/truck/spicy-burritos");
  await expect(page.getByRole("heading", { name: "Spicy Burritos", level: 1 })).toBeVisible();
  await addToCart(page, "Chips and Guacamole");
  await page.goto("/truck/spicy-burritos/checkout");
  await expect(page.getByLabel("Pickup time")).toBeVisible();
  await expect(page.getByRole("region", { name: "Order summary" })).toContainText(
    "Chips and Guacamole",
  );
});

test("a checkout with an empty cart leads back to the menu", async ({ page }) => {
  await page.goto("/spicy-burritos/checkout");
  await expect(page.getByRole("heading", { name: /cart is empty/i })).toBeVisible();
  await page.getByRole("link", { name: "Back to Menu" }).click();
  await expect(page).toHaveURL(/\/spicy-burritos$/);
});

test("a confirmation without a payment finds no order", async ({ page }) => {
  await page.goto("/spicy-burritos/order-confirmation");
  await expect(page.getByRole("heading", { name: "No Order Found" })).toBeVisible();
  await expect(page.getByText("We couldn't find order details for this payment.")).toBeVisible();
  await page.getByRole("link", { name: "Back to Menu" }).click();
  await expect(page).toHaveURL(/\/spicy-burritos$/);
});

test("the checkout leads back to its truck", async ({ page }) => {
  await page.goto("/spicy-burritos");
  await addToCart(page, "Chips and Guacamole");
  await page.goto("/spicy-burritos/checkout");
  await page.getByRole("link", { name: /back to/i }).click();
  await expect(page).toHaveURL(/\/spicy-burritos$/);
  await expect(cartButton(page)).toHaveAccessibleName(/1 item\b/);
});
