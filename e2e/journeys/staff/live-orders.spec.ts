import type { Page } from "@playwright/test";
import { advance, expectWithin, resumeTime, stopTime } from "../../harness/browser/clock.ts";
import { listen } from "../../harness/browser/sound.ts";
import { changeOrderStatus, placeOrder } from "../../harness/product/orders.ts";
import { openOrdersBoard, orderCard } from "../../harness/screens/order-screens.ts";
import { expect, test } from "../../harness/test.ts";

const TITLE = "Orders · Chuckwagon";
const LESS_THAN_A_POLL_MS = 10_000;
/** Longer than the alarm waits before it rings again. */
const ROUND_MS = 3_000;
/** Between a mouse button's down and up. */
const HELD_MS = 100;

test("an order is pushed to two boards and rings until staff look or a colleague takes it on", async ({
  page,
  newPage,
  truck,
  admin,
}) => {
  const tones = await listen(page);
  const other = await newPage();
  await openOrdersBoard(page, admin, "?status=all");
  await openOrdersBoard(other, admin, "?status=all");
  // A browser makes no sound before the first press.
  await page.keyboard.press("Shift");
  await expect(page.getByText("Sound is off.")).toBeHidden();
  await stopTime(page);
  await stopTime(other);
  expect(await tones()).toBe(0);

  const first = await placeOrder(truck);
  const card = orderCard(page, first);
  const isNew = card.getByText("New", { exact: true });
  await expectWithin(page, LESS_THAN_A_POLL_MS, (step) => expect(isNew).toBeVisible(step));
  await expectWithin(other, LESS_THAN_A_POLL_MS, (step) =>
    expect(orderCard(other, first)).toBeVisible(step),
  );
  await expect(page.getByText(`New order #${first.orderNumber} from Rosa Parker`)).toHaveRole(
    "status",
  );
  // The alarm rings by a timer of the page's, which moves only when it is told.
  await expectWithin(page, LESS_THAN_A_POLL_MS, async (step) => {
    await expect.poll(tones, step).toBeGreaterThan(0);
  });
  const once = await tones();
  await advance(page, ROUND_MS);
  expect(await tones()).toBeGreaterThan(once);
  expect(await titlesOf(page)).toEqual([`New order #${first.orderNumber}!`, TITLE].sort());

  await page.keyboard.press("Shift");
  await expect(isNew).toBeHidden();
  await expectSilence(page, tones);

  // Behind another tab, and until the colleague confirms it.
  const tab = await page.context().newPage();
  await tab.bringToFront();
  const second = await placeOrder(truck);
  const soFar = await tones();
  await expectWithin(page, LESS_THAN_A_POLL_MS, async (step) => {
    await expect.poll(tones, step).toBeGreaterThan(soFar);
  });
  // The button is held as long as a hand would hold it, and the card gets smaller once it has been looked at.
  await expectWithin(other, LESS_THAN_A_POLL_MS, (step) =>
    expect(orderCard(other, second).getByText("New", { exact: true })).toBeVisible(step),
  );
  await advance(other, ROUND_MS);
  await resumeTime(other);
  await orderCard(other, second)
    .getByRole("button", { name: "Mark as Confirmed" })
    .click({ delay: HELD_MS });
  // Sent, once it can no longer be undone.
  await expect(orderCard(other, second).getByText("Updating...")).toBeHidden();
  const confirmed = orderCard(page, second).getByText("Confirmed", { exact: true });
  await expectWithin(page, LESS_THAN_A_POLL_MS, (step) => expect(confirmed).toBeVisible(step));
  await expectSilence(page, tones);
});

test("a board that lost its connection says so and catches up exactly, after a broken line and after a restart", async ({
  page,
  product,
  truck,
  admin,
}) => {
  const changed = await placeOrder(truck);
  await openOrdersBoard(page, admin, "?status=all");
  await expect(orderCard(page, changed)).toBeVisible();
  const lost = page.getByText(/^No connection since \d{1,2}:\d{2} [AP]M\./);

  await page.context().setOffline(true);
  await expect(lost).toBeVisible();
  const missed = [await placeOrder(truck), await placeOrder(truck)].reverse();
  await changeOrderStatus(changed, "confirmed");
  expect(await cardNames(page)).toEqual([nameOf(changed)]);
  await page.context().setOffline(false);
  await expect(lost).toBeHidden();
  await expect(orderCard(page, changed).getByText("Confirmed", { exact: true })).toBeVisible();
  await expect.poll(() => cardNames(page)).toEqual([...missed, changed].map(nameOf));
  await expect.poll(() => page.title()).toBe("2 new orders!");

  await product.stop();
  await expect(lost).toBeVisible();
  await product.start();
  const after = await placeOrder(truck);
  await expect.poll(() => cardNames(page)).toEqual([after, ...missed, changed].map(nameOf));
  await expect(lost).toBeHidden();
});

function nameOf({ orderNumber }: { orderNumber: string }): string {
  return `Order #${orderNumber}`;
}

/** The orders from top to bottom. */
function cardNames(page: Page): Promise<(string | null)[]> {
  return page
    .getByRole("article")
    .evaluateAll((cards) => cards.map((card) => card.getAttribute("aria-label")));
}

/** What the stopped page is called, one second after the other. */
async function titlesOf(page: Page): Promise<string[]> {
  const first = await page.title();
  await advance(page, 1_000);
  return [first, await page.title()].sort();
}

/** Nothing rings and nothing flashes any more. */
async function expectSilence(page: Page, tones: () => Promise<number>): Promise<void> {
  await expect(page).toHaveTitle(TITLE);
  const soFar = await tones();
  await advance(page, 2 * ROUND_MS);
  expect(await tones()).toBe(soFar);
  expect(await titlesOf(page)).toEqual([TITLE, TITLE]);
}
