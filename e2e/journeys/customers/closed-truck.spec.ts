import { changeTruck } from "../../harness/product/own-trucks.ts";
import { payButton } from "../../harness/screens/checkout.ts";
import { openCheckout } from "../../harness/screens/payment-step.ts";
import { expect, test } from "../../harness/test.ts";

test("a truck that closes down during a checkout takes no payment", async ({
  page,
  truck,
  sandbox,
  phone,
}) => {
  await openCheckout(page, truck, { phone });
  await changeTruck(truck, { isActive: false });
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await expect(page.getByText("Unable to load truck information. Please try again.")).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  expect(await sandbox.intents()).toEqual([]);

  await page.goto(truck.path);
  await expect(page.getByRole("heading", { name: "Truck Not Found" })).toBeVisible();
  await page.getByRole("link", { name: "Browse Food Trucks" }).click();
  await expect(page.getByRole("link", { name: "Spicy Burritos" })).toBeVisible();
  await expect(page.getByRole("link", { name: truck.name })).toHaveCount(0);
});
