import { fillCustomer, timeOfDay } from "../harness/checkout.ts";
import { addToCart, goToCheckout } from "../harness/menu.ts";
import { expect, test } from "../harness/test.ts";

test.beforeEach(async ({ page }) => {
  await page.goto("/spicy-burritos");
  await addToCart(page, "Chips and Guacamole");
  await goToCheckout(page);
});

test("what is missing, wrong or too soon is said, and nothing is opened to pay", async ({
  page,
  sandbox,
  phone,
}) => {
  const submit = page.getByRole("button", { name: "Continue to Payment" });
  await submit.click();
  await expect(page.getByText("Please fill in all required fields")).toBeVisible();

  await fillCustomer(page, { phone: "503555" });
  await submit.click();
  await expect(page.getByText("Please enter a valid 10-digit phone number")).toBeVisible();

  await fillCustomer(page, { phone, pickupTime: timeOfDay(5) });
  await submit.click();
  await expect(page.getByText("Please allow at least 15 minutes for preparation")).toBeVisible();
  expect(await sandbox.intents()).toEqual([]);
});

test("a phone number is formatted while it is typed and takes no more than ten digits", async ({
  page,
}) => {
  const phone = page.getByLabel("Phone", { exact: true });
  await phone.pressSequentially("50355501429999");
  await expect(phone).toHaveValue("(503) 555-0142");
  await expect(phone).toHaveAttribute("maxlength", "14");
});

test("a time of day that is past is taken as tomorrow", async ({ page, sandbox, phone }) => {
  // Five hours back is yesterday's evening around midnight: then it is still to come today.
  await fillCustomer(page, { phone, pickupTime: timeOfDay(-5 * 60) });
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await expect(page.getByRole("heading", { name: "Payment", exact: true })).toBeVisible();
  expect(await sandbox.intents()).toHaveLength(1);
});

test("two quick clicks open one payment", async ({ page, sandbox, phone }) => {
  await fillCustomer(page, { phone });
  await page.getByRole("button", { name: "Continue to Payment" }).dblclick();
  await expect(page.getByRole("heading", { name: "Payment", exact: true })).toBeVisible();
  expect(await sandbox.intents()).toHaveLength(1);
});
