import type { Page } from "@playwright/test";
import {
  CARDS,
  continueToPayment,
  expectConfirmed,
  orderNumberOf,
  payButton,
  payByCard,
} from "../harness/checkout.ts";
import { watchConsole } from "../harness/console.ts";
import { glimpse } from "../harness/glimpse.ts";
import { TEXT_SEEN } from "../harness/live.ts";
import { addToCart, cartButton, goToCheckout } from "../harness/menu.ts";
import { dollars, totalOf } from "../harness/money.ts";
import { expect, test } from "../harness/test.ts";

// Two Portlands (11.50 + carnitas 1.00 + guacamole 1.95) and a large horchata (3.95 + 1.00).
const BURRITOS_CENTS = 2 * (1150 + 100 + 195);
const HORCHATA_CENTS = 395 + 100;
const { totalCents } = totalOf(BURRITOS_CENTS + HORCHATA_CENTS);

test("a customer orders from two sections, pays by card and is texted", async ({
  page,
  product,
  sandbox,
  phone,
}) => {
  const complaints = watchConsole(page);

  await page.goto("/");
  await page.getByRole("link", { name: "Spicy Burritos" }).click();
  await expect(page.getByRole("heading", { name: "Spicy Burritos", level: 1 })).toBeVisible();
  await addToCart(page, "The Portland", {
    options: ["Carnitas", "Medium", "Guacamole"],
    quantity: 2,
    instructions: "Cut in half",
  });
  await addToCart(page, "Horchata", { options: ["Large"] });
  await expect(cartButton(page)).toHaveAccessibleName(/3 items/);

  await goToCheckout(page);
  await continueToPayment(page, { phone, name: "Rosa Parker", email: "rosa@example.com" });
  await expect(payButton(page)).toHaveText(`Pay ${dollars(totalCents)}`);
  const told = glimpse(page, "Payment successful! Redirecting...");
  await payByCard(page, CARDS.good);
  await told;

  const intentId = await expectConfirmed(page);
  const number = await orderNumberOf(page);
  await expectWholeConfirmation(page);

  const [intent, ...others] = await sandbox.intents();
  expect(others).toEqual([]);
  expect(intent).toMatchObject({
    id: intentId,
    status: "succeeded",
    amount: totalCents,
    amount_received: totalCents,
  });

  await expect.poll(() => sandbox.texts(phone)).toHaveLength(1);
  const [text] = await sandbox.texts(phone);
  expect(text?.body).toContain("Spicy Burritos");
  expect(text?.body).toContain(`#${number}`);
  expect(text?.body).toContain(dollars(totalCents));

  await page.goto(`${product.sandboxUrl}/messages`);
  await expect(page.getByRole("list", { name: "Messages" })).toContainText(`#${number}`);
  expect(complaints).toEqual([]);
});

async function expectWholeConfirmation(page: Page): Promise<void> {
  await expect(
    page.getByText("Thank you for your order! Your delicious meal is being prepared."),
  ).toBeVisible();
  await expect(page.getByText("SMS confirmation sent")).toBeVisible(TEXT_SEEN);

  const details = page.getByRole("region", { name: "Order Details" });
  await expect(details).toContainText(dollars(totalCents));
  await expect(details).toContainText("Paid");
  await expect(details).toContainText("Rosa Parker");

  const progress = page.getByRole("region", { name: "Order Progress" });
  for (const step of ["Payment confirmed", "Kitchen preparing", "SMS sent", "Pickup alert ready"]) {
    await expect(progress.getByText(step, { exact: true })).toBeVisible();
  }

  const items = page.getByRole("region", { name: "Your Items" }).getByRole("listitem");
  await expect(items).toHaveCount(2);
  await expect(items.first()).toContainText("The Portland");
  await expect(items.first()).toContainText("x 2");
  await expect(items.first()).toContainText(dollars(BURRITOS_CENTS));
  await expect(items.last()).toContainText("Horchata");
  await expect(items.last()).not.toContainText("x 1");
  await expect(items.last()).toContainText(dollars(HORCHATA_CENTS));

  const pickup = page.getByRole("region", { name: "Estimated Pickup" });
  await expect(pickup).toContainText(/ready by \d{1,2}:\d{2} [AP]M/);

  await expect(page.getByRole("link", { name: "Browse Food Trucks" })).toHaveAttribute("href", "/");
  await page.getByRole("link", { name: "Order Again" }).click();
  await expect(page).toHaveURL(/\/spicy-burritos$/);
  await expect(cartButton(page)).toHaveAccessibleName(/0 items/);
}
