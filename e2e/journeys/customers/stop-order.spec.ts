import type { Page } from "@playwright/test";
import { advance, stopTime } from "../../harness/browser/clock.ts";
import { dollars, totalOf } from "../../harness/product/money.ts";
import { createComingStop } from "../../harness/product/stops.ts";
import {
  CARDS,
  continueToPayment,
  expectConfirmed,
  payButton,
  payByCard,
  soonest,
} from "../../harness/screens/checkout.ts";
import { addToCart, openCart } from "../../harness/screens/menu.ts";
import { expect, test } from "../../harness/test.ts";

const PIER = { name: "Pier 5", address: "5 River St", taxRate: 4.5 };
const HORCHATA_CENTS = 395;
// The zone of no place.
const FAR_AWAY = "Etc/GMT+3";

test("a customer elsewhere orders for a stop at its tax rate, and sees it open, end its orders and close", async ({
  newPage,
  truck,
  sandbox,
  phone,
}) => {
  const stop = await createComingStop(truck, PIER);
  const page = await newPage({ timezoneId: FAR_AWAY });
  const start = stop.clock(stop.startsAt);

  await page.goto(truck.path);
  await expect(strip(page).getByText(`Opens ${start}`)).toBeVisible();
  await expect(strip(page)).toContainText("Pier 55 River St");
  await addToCart(page, "Horchata");
  await (await openCart(page)).getByRole("button", { name: `Pre-order for ${start}` }).click();
  await expect(page.getByRole("heading", { name: "Pick up at Pier 5" })).toBeVisible();
  await expect(soonest(page)).toHaveAccessibleName(`As soon as possible (about ${start})`);
  const slot = stop.clock(new Date(stop.startsAt.getTime() + 60 * 60_000));
  await continueToPayment(page, { phone, slot });
  await expect(page.getByRole("heading", { name: `Pick up at ${slot}` })).toBeVisible();
  const { totalCents } = totalOf(HORCHATA_CENTS, PIER.taxRate);
  await expect(payButton(page)).toHaveText(`Pay ${dollars(totalCents)}`);
  await payByCard(page, CARDS.good);
  await expectConfirmed(page);
  await expect(page.getByText("At Pier 5")).toBeVisible();
  expect(await sandbox.intents()).toMatchObject([{ status: "succeeded", amount: totalCents }]);
  await expect.poll(() => sandbox.texts(phone)).toHaveLength(1);
  expect((await sandbox.texts(phone))[0]?.body).toContain("Pier 5");

  // The server's page says it before the browser has taken the page over.
  const takenOver = page.waitForResponse(/\/api\/trucks\/.*\/stream/);
  await page.goto(truck.path);
  await expect(strip(page).getByText(`Opens ${start}`)).toBeVisible();
  await takenOver;
  await stopTime(page);
  await passTo(page, stop.startsAt);
  await expect(strip(page).getByText(`Open until ${stop.clock(stop.endsAt)}`)).toBeVisible();
  await expect(strip(page)).toContainText(`Last orders at ${stop.clock(stop.lastOrderAt)}`);
  await expect(page.getByText("This truck is not taking orders")).toHaveCount(0);
  await passTo(page, stop.lastOrderAt);
  await expect(strip(page).getByText(`Open until ${stop.clock(stop.endsAt)}`)).toBeVisible();
  await expect(
    page.getByText(`Last orders were at ${stop.clock(stop.lastOrderAt)}.`),
  ).toBeVisible();
  await passTo(page, stop.endsAt);
  await expect(strip(page).getByText("Closed", { exact: true })).toBeVisible();
});

function strip(page: Page) {
  return page.getByRole("region", { name: "Where and when" });
}

/** Lets the page's stopped clock pass up to an instant. */
async function passTo(page: Page, instant: Date): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await advance(page, instant.getTime() - now);
}
