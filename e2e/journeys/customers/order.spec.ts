import type { Page } from "@playwright/test";
import { expectWithin, resumeTime, stopTime } from "../../harness/browser/clock.ts";
import { watchConsole } from "../../harness/browser/console.ts";
import { linkIn, receiveEmail } from "../../harness/product/mailbox.ts";
import { createMenuItem } from "../../harness/product/menu-items.ts";
import { dollars, totalOf } from "../../harness/product/money.ts";
import {
  CARDS,
  cardFrame,
  continueToPayment,
  expectConfirmed,
  fillAddress,
  fillCard,
  orderNumberOf,
  payButton,
} from "../../harness/screens/checkout.ts";
import { addToCart, cartButton, goToCheckout, menuCard } from "../../harness/screens/menu.ts";
import { expect, test } from "../../harness/test.ts";

// Two burritos (11.50 + carnitas 1.00 + guacamole 1.95) and a bowl (9.00 + three sauces of 0.75, of which two are free).
const BURRITOS_CENTS = 2 * (1150 + 100 + 195);
const BOWL_CENTS = 900 + 75;
const { totalCents } = totalOf(BURRITOS_CENTS + BOWL_CENTS);
const SAUCES = "3 × Extra sauce (2 free)";
const REDIRECT_MS = 1_500;

test("a customer orders from two sections, pays by card and gets an SMS and a receipt by e-mail", async ({
  page,
  product,
  truck,
  sandbox,
  phone,
}) => {
  const complaints = watchConsole(page);
  const email = `rosa.${phone}@example.com`;
  await createMenuItem(truck, {
    name: "Rice Bowl",
    basePrice: 9,
    optionGroups: [
      {
        name: "Toppings",
        maxSelect: 4,
        freeCount: 2,
        options: [
          { name: "Extra sauce", additionalPrice: 0.75, maxQuantity: 3 },
          { name: "Scallions", additionalPrice: 0.75 },
        ],
      },
    ],
  });

  await page.goto("/");
  await lookAtMap(page);
  await page.getByRole("link", { name: truck.name }).click();
  await expect(page.getByRole("heading", { name: truck.name, level: 1 })).toBeVisible();
  await addToCart(page, "Garden Burrito", {
    options: ["Carnitas", "Guacamole"],
    quantity: 2,
    instructions: "Cut in half",
  });
  await expect(menuCard(page, "Rice Bowl")).toContainText("Toppings: 2 free");
  await addToCart(page, "Rice Bowl", { options: ["Extra sauce", "Extra sauce", "Extra sauce"] });
  await expect(cartButton(page)).toHaveAccessibleName(/3 items/);

  await goToCheckout(page);
  await continueToPayment(page, { phone, name: "Rosa Parker", email });
  await expect(payButton(page)).toHaveText(`Pay ${dollars(totalCents)}`);
  await fillAddress(page);
  await fillCard(page, CARDS.good);
  await expectCardOnlyAtProvider(page);

  await expect(payButton(page)).toBeEnabled(); // it waits for the first look at the payment, which needs the clock
  await stopTime(page);
  await payButton(page).click();
  await expectWithin(page, REDIRECT_MS, (step) =>
    expect(page.getByText("Payment successful! Redirecting...")).toBeVisible(step),
  );
  await resumeTime(page);
  const intentId = await expectConfirmed(page);
  const number = await orderNumberOf(page);
  await expectWholeConfirmation(page);

  expect(await sandbox.intents()).toMatchObject([
    { id: intentId, status: "succeeded", amount: totalCents, amount_received: totalCents },
  ]);
  await expect.poll(() => sandbox.texts(phone)).toHaveLength(1);
  const [sms] = await sandbox.texts(phone);
  expect(sms?.body).toContain(truck.name);
  expect(sms?.body).toContain(`#${number}`);
  expect(sms?.body).toContain(dollars(totalCents));

  const receipt = await receiveEmail(sandbox, email);
  expect(receipt.subject).toBe(`Your order #${number} at ${truck.name}`);
  for (const content of [receipt.text, receipt.html]) {
    expect(content).toContain(`, and ${dollars(totalCents)} is paid.`);
    expect(content).toContain("Garden Burrito");
    expect(content).toContain(SAUCES);
  }
  expect(linkIn(receipt)).toContain(`${product.url}${truck.path}/`);

  await page.getByRole("link", { name: "Order Again" }).click();
  await expect(page).toHaveURL(new RegExp(`${truck.path}$`));
  await expect(cartButton(page)).toBeHidden();

  await page.goto(`${product.sandboxUrl}/messages`);
  const messages = page.getByRole("list", { name: "Messages" });
  await expect(messages.getByText(sms?.body ?? "", { exact: false })).toBeVisible();
  expect(complaints).toEqual([]);
});

/** Its code, its style sheet and the file of its worker are loaded under the content policy. */
async function lookAtMap(page: Page): Promise<void> {
  const worker = page.waitForEvent("worker");
  await page.getByRole("button", { name: "Show map" }).click();
  await expect(page.getByRole("region", { name: "Map of the trucks" })).toBeVisible();
  await (await worker).evaluate(() => undefined); // waits until its file has run
  await page.getByRole("button", { name: "Hide map" }).click();
}

/** The card stays in the provider's frame: no field of ours holds a digit of it. */
async function expectCardOnlyAtProvider(page: Page): Promise<void> {
  await expect(cardFrame(page).getByLabel("Card number")).toHaveValue("4242 4242 4242 4242");
  const ours = await page
    .locator("input")
    .evaluateAll((inputs: HTMLInputElement[]) => inputs.map((input) => input.value));
  expect(ours.join(" ")).not.toContain("4242");
}

async function expectWholeConfirmation(page: Page): Promise<void> {
  await expect(
    page.getByText("Thank you for your order! Your delicious meal is being prepared."),
  ).toBeVisible();
  await expect(page.getByText("SMS confirmation sent")).toBeVisible();

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
  await expect(items.first()).toContainText("Garden Burrito");
  await expect(items.first()).toContainText("x 2");
  await expect(items.first()).toContainText(dollars(BURRITOS_CENTS));
  await expect(items.last()).toContainText("Rice Bowl");
  await expect(items.last()).toContainText(SAUCES);
  await expect(items.last()).not.toContainText("x 1");
  await expect(items.last()).toContainText(dollars(BOWL_CENTS));

  const pickup = page.getByRole("region", { name: "Estimated Pickup" });
  await expect(pickup).toContainText(/Ready by \d{1,2}:\d{2}\s[AP]M/);
  await expect(page.getByRole("link", { name: "Browse Food Trucks" })).toHaveAttribute("href", "/");
}
