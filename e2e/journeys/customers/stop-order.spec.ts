import type { Locator, Page } from "@playwright/test";
import { advance, expectWithin, resumeTime, stopTime } from "../../harness/browser/clock.ts";
import { PLAIN_ITEM } from "../../harness/product/menu-items.ts";
import { dollars, totalOf } from "../../harness/product/money.ts";
import { newPhone } from "../../harness/product/phones.ts";
import { countStock, createComingStop } from "../../harness/product/stops.ts";
import {
  CARDS,
  chooseSlot,
  expectConfirmed,
  fillCustomer,
  payButton,
  payByCard,
  soonest,
} from "../../harness/screens/checkout.ts";
import { addToCart, menuCard, openCart } from "../../harness/screens/menu.ts";
import { goToPaymentStep, openCheckout } from "../../harness/screens/payment-step.ts";
import { expect, test } from "../../harness/test.ts";

const PIER = { name: "Pier 5", address: "5 River St", taxRate: 4.5 };
const HORCHATA_CENTS = 395;
const HOLD_MS = 600_000;
const LESS_THAN_A_POLL_MS = 10_000;
const STREAM = /\/api\/trucks\/.*\/stream/;
// The zone of no place.
const FAR_AWAY = "Etc/GMT+3";

test("a customer elsewhere wants the last place at a stop, takes the next, and sees it open, end its orders and close", async ({
  newPage,
  truck,
  sandbox,
  phone,
}) => {
  const stop = await createComingStop(truck, PIER, { slotCapacity: 1 });
  const [wanted = "", ...next] = [60, 70, 80, 90].map((minutes) =>
    stop.clock(new Date(stop.startsAt.getTime() + minutes * 60_000)),
  );
  const rival = await newPage();
  const page = await newPage({ timezoneId: FAR_AWAY });
  const start = stop.clock(stop.startsAt);

  // Hears of nothing, as a phone does whose connection has just come back.
  await page.route(STREAM, (route) => route.abort());
  await page.goto(truck.path);
  await expect(strip(page).getByText(`Opens ${start}`)).toBeVisible();
  await expect(strip(page)).toContainText("Pier 55 River St");
  await addToCart(page, "Horchata");
  await (await openCart(page)).getByRole("button", { name: `Pre-order for ${start}` }).click();
  await expect(page.getByRole("heading", { name: "Pick up at Pier 5" })).toBeVisible();
  await expect(soonest(page)).toHaveAccessibleName(`As soon as possible (about ${start})`);
  await fillCustomer(page, { phone, slot: wanted });
  // Contrast themes replace colors and take shadows away: an edge tells what is chosen.
  await page.emulateMedia({ forcedColors: "active" });
  expect(await edgeOf(slot(page, wanted))).toBe("3px");
  expect(await edgeOf(slot(page, next[0] ?? ""))).toBe("1px");
  await page.emulateMedia({ forcedColors: "none" });
  // What does not fit into one slot is cooked in those before it: four pieces fill four slots.
  const items = [{ name: PLAIN_ITEM, quantity: 4 }];
  await openCheckout(rival, truck, { phone: newPhone(), items });
  await chooseSlot(rival, wanted);
  await goToPaymentStep(rival);
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await expect(page.getByText("This pickup time is full now.")).toBeVisible();
  const offers = page.getByRole("group", { name: "The next free times" });
  await expect(offers.getByRole("button")).toHaveText(next);
  await offers.getByRole("button").first().click();
  await expect(page.getByRole("heading", { name: `Pick up at ${next[0]}` })).toBeVisible();
  const { totalCents } = totalOf(HORCHATA_CENTS, PIER.taxRate);
  await expect(payButton(page)).toHaveText(`Pay ${dollars(totalCents)}`);
  await payByCard(page, CARDS.good);
  await expectConfirmed(page);
  await expect(page.getByText("At Pier 5")).toBeVisible();
  await expect(page.getByText(`Ready by ${next[0]}`)).toBeVisible();
  const paid = (await sandbox.intents()).filter(({ status }) => status === "succeeded");
  expect(paid).toMatchObject([{ amount: totalCents }]);
  await expect.poll(() => sandbox.texts(phone)).toHaveLength(1);
  expect((await sandbox.texts(phone))[0]?.body).toContain("Pier 5");

  await test.step("the hold of the faster one runs out, and their page recovers", async () => {
    await stopTime(rival);
    await advance(rival, HOLD_MS - 60_000);
    await expectWithin(rival, 10_000, (step) =>
      expect(rival.getByText(/^Held for 0:/)).toBeVisible(step),
    );
    // Past the end also where the page stood still meanwhile.
    await advance(rival, 120_000);
    await resumeTime(rival);
    const released = "Your pickup time was released. Please choose another.";
    await expect(rival.getByText(released)).toBeVisible();
    await expect(rival.getByLabel("Name", { exact: true })).toHaveValue("Rosa Parker");
    await expect(slot(rival, `${next[0]} Full`)).toBeDisabled();
    // The server's clock has not moved, so their old time may still count as taken. The soonest free one never does.
    await soonest(rival).check();
    await goToPaymentStep(rival);
    await payByCard(rival, CARDS.good);
    await expectConfirmed(rival);
    const statuses = (await sandbox.intents()).map(({ status }) => status);
    expect(statuses.sort()).toEqual(["canceled", "succeeded", "succeeded"]);
  });

  await page.unroute(STREAM);
  // The server's page says it before the browser has taken the page over.
  const takenOver = page.waitForResponse(STREAM);
  await page.goto(truck.path);
  await expect(strip(page).getByText(`Opens ${start}`)).toBeVisible();
  await takenOver;
  await stopTime(page);
  await passTo(page, stop.startsAt);
  await expect(strip(page).getByText(`Open until ${stop.clock(stop.endsAt)}`)).toBeVisible();
  await expect(strip(page)).toContainText(`Last orders at ${stop.clock(stop.lastOrderAt)}`);
  await expect(page.getByText("This truck is not taking orders")).toHaveCount(0);
  await connectAgain(page);
  await countStock(truck, stop, "Horchata", 2);
  const left = menuCard(page, "Horchata").getByText("Only 2 left");
  await expectWithin(page, LESS_THAN_A_POLL_MS, (step) => expect(left).toBeVisible(step));
  await passTo(page, stop.lastOrderAt);
  await expect(strip(page).getByText(`Open until ${stop.clock(stop.endsAt)}`)).toBeVisible();
  await expect(
    page.getByText(`Last orders were at ${stop.clock(stop.lastOrderAt)}.`),
  ).toBeVisible();
  await passTo(page, stop.endsAt);
  await expect(strip(page).getByText("Closed", { exact: true })).toBeVisible();
});

function slot(page: Page, name: string) {
  return page.getByRole("radio", { name, exact: true });
}

/** How wide the edge of a radio's box is. */
async function edgeOf(radio: Locator): Promise<string | null> {
  return await radio.evaluate(
    ({ parentElement }) => parentElement && getComputedStyle(parentElement).borderTopWidth,
  );
}

function strip(page: Page) {
  return page.getByRole("region", { name: "Where and when" });
}

/** Hours that pass at once look like a lost stream, tried again up to 15 s later. The browser's events do so now. */
async function connectAgain(page: Page): Promise<void> {
  const connected = page.waitForResponse(STREAM);
  await page.evaluate(() => {
    for (const name of ["offline", "online"]) window.dispatchEvent(new Event(name));
  });
  await connected;
}

/** Lets the page's stopped clock pass up to an instant. */
async function passTo(page: Page, instant: Date): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await advance(page, instant.getTime() - now);
}
