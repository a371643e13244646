import { expectWithin, stopTime } from "../../harness/browser/clock.ts";
import { withoutNews } from "../../harness/browser/network.ts";
import { sellOut, setPrice } from "../../harness/product/menu-items.ts";
import { dollars, totalOf } from "../../harness/product/money.ts";
import { resumeOrders, stopOrders } from "../../harness/product/own-trucks.ts";
import { CARDS, expectConfirmed, payButton, payByCard } from "../../harness/screens/checkout.ts";
import { goToPaymentStep, openCheckout } from "../../harness/screens/payment-step.ts";
import { expect, test } from "../../harness/test.ts";

const KEPT = "Chips and Salsa";
const SOLD_OUT = "Horchata";
/** The live screens ask again by themselves after fifteen seconds at the earliest. */
const BEFORE_ANY_POLL_MS = 10_000;

test("what sells out and what gets dearer on the way to payment is named; what was accepted is cooked", async ({
  page,
  truck,
  sandbox,
  phone,
}) => {
  await withoutNews(page);
  // A checkout that already knows what is sold out would not let the customer go on.
  const menu = page.waitForResponse(/\/api\/menu-items\/public/);
  await openCheckout(page, truck, { phone, items: [{ name: KEPT }, { name: SOLD_OUT }] });
  await menu;
  const summary = page.getByRole("region", { name: "Order summary" });
  await expect(summary).toContainText(SOLD_OUT);
  const go = page.getByRole("button", { name: "Continue to Payment" });

  await sellOut(truck, SOLD_OUT);
  await go.click();
  await expect(page.getByRole("alert").filter({ hasText: SOLD_OUT })).toContainText("sold out");
  await expect(summary).not.toContainText(SOLD_OUT);

  await setPrice(truck, KEPT, 7.5);
  await go.click();
  await expect(page.getByText("Prices have changed. Please review your cart.")).toBeVisible();
  await expect(page.getByText(`${KEPT} is now $7.50 (was $6.50)`)).toBeVisible();
  expect(await sandbox.intents()).toEqual([]);

  await goToPaymentStep(page);
  const { totalCents } = totalOf(750);
  await expect(payButton(page)).toHaveText(`Pay ${dollars(totalCents)}`);
  await sellOut(truck, KEPT);
  await payByCard(page, CARDS.good);
  const intentId = await expectConfirmed(page);
  const items = page.getByRole("region", { name: "Your Items" }).getByRole("listitem");
  await expect(items).toHaveText(new RegExp(KEPT));
  expect(await sandbox.intents()).toMatchObject([{ id: intentId, amount_received: totalCents }]);
});

test("a truck that stops taking orders closes an open checkout at once, and opens it again", async ({
  page,
  truck,
  sandbox,
  phone,
}) => {
  const stream = page.waitForResponse(/\/api\/trucks\/.*\/stream$/);
  await openCheckout(page, truck, { phone });
  await stream;
  const go = page.getByRole("button", { name: "Continue to Payment" });
  await expect(go).toBeEnabled();
  await stopTime(page);

  await stopOrders(truck, "Out of charcoal until five.");
  await expectWithin(page, BEFORE_ANY_POLL_MS, (step) => expect(go).toBeDisabled(step));
  await expect(page.getByText("Out of charcoal until five.").first()).toBeVisible();
  expect(await sandbox.intents()).toEqual([]);

  await resumeOrders(truck);
  await expectWithin(page, BEFORE_ANY_POLL_MS, (step) => expect(go).toBeEnabled(step));
});
