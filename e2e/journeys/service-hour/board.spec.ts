import type { Locator, Page } from "@playwright/test";
import { advance } from "../../harness/browser/clock.ts";
import { expectNoSideScroll } from "../../harness/browser/layout.ts";
import { chooseLanguage } from "../../harness/product/accounts.ts";
import { placeOrder, readOrder } from "../../harness/product/orders.ts";
import { changeTruckSettings } from "../../harness/product/own-trucks.ts";
import { createComingStop } from "../../harness/product/stops.ts";
import {
  openOrdersBoard,
  orderCard,
  readStatusHistory,
} from "../../harness/screens/order-screens.ts";
import { expect, test } from "../../harness/test.ts";

const PIER = { name: "Pier 5", address: "5 River St", taxRate: 4.5 };
const SIZES = [
  [360, 780],
  [390, 844],
  [1024, 768],
  [1280, 850],
] as const;
const UNDO_MS = 5_000;

test.use({ hasTouch: true });

test("the first order and its first action are in view at four sizes, with slots and in Spanish too", async ({
  page,
  truck,
  admin,
}) => {
  test.slow();
  await placeOrder(truck);
  await openOrdersBoard(page, admin);
  await expectActionInView(page);

  const stop = await createComingStop(truck, PIER);
  const order = await placeOrder(truck, { stopId: stop.id });
  await page.reload();
  await expect(orderCard(page, order)).toBeVisible();
  await expectActionInView(page);

  // Counted on the Service button, whose word is longer in Spanish.
  await changeTruckSettings(truck, { extraLeadMinutes: 10 });
  await chooseLanguage(truck.product, admin, "es");
  await page.setViewportSize({ width: 360, height: 780 });
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Órdenes" })).toBeVisible();
  await expectActionInView(page);
  const { height = 0 } = (await page.locator("main header").first().boundingBox()) ?? {};
  // One line: no taller than one button and its margin.
  expect(height).toBeLessThan(64);
  await expectNoSideScroll(page);
});

test("an order that confirms itself is handed over in two taps, an undone one sends nothing, and being late is four", async ({
  page,
  truck,
  admin,
  sandbox,
  phone,
}) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  await changeTruckSettings(truck, { confirmsOrders: true });
  const stop = await createComingStop(truck, PIER);
  const order = await placeOrder(truck, { phone, stopId: stop.id });
  await openOrdersBoard(page, admin);
  const card = orderCard(page, order);
  const ready = card.getByRole("button", { name: "Mark as Ready for Pickup" });
  const textsBefore = (await sandbox.texts(phone)).length;

  await ready.tap();
  await card.getByRole("button", { name: /^Undo/ }).tap();
  await advance(page, UNDO_MS + 1_000);
  expect((await readOrder(order)).status).toBe("confirmed");
  expect(await sandbox.texts(phone)).toHaveLength(textsBefore);

  const { taps, tap } = counter();
  await tap(ready);
  await tap(card.getByRole("button", { name: "Mark as Completed" }));
  await advance(page, UNDO_MS + 1_000);
  await expect
    .poll(() => readStatusHistory(admin, order))
    .toEqual(["pending", "confirmed", "preparing", "ready", "completed"]);
  expect(taps()).toBe(2);

  const next = counter();
  await placeOrder(truck, { stopId: stop.id });
  await next.tap(page.getByRole("button", { name: /^Service/ }));
  await next.tap(page.getByRole("button", { name: "We run late" }));
  await next.tap(page.getByRole("button", { name: "Show what happens" }));
  await next.tap(page.getByRole("button", { name: "Run late", exact: true }));
  await expect(page.getByRole("button", { name: "Undo", exact: true })).toBeVisible();
  expect(next.taps()).toBe(4);
});

/** Whether the first order's first button is whole, on the first screen, and nothing lies over it. */
async function expectActionInView(page: Page): Promise<void> {
  const size = page.viewportSize();
  const sizes = size?.width === 360 ? SIZES.slice(0, 1) : SIZES;
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    const action = page.getByRole("article").first().getByRole("button").first();
    await expect(action).toBeVisible();
    const found = await action.evaluate((button) => {
      const { left, top, right, bottom } = button.getBoundingClientRect();
      const onTop = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return { top, bottom, isOnTop: button.contains(onTop), scrolled: scrollY };
    });
    test.info().annotations.push({
      type: `${width}×${height}`,
      description: `first action from ${Math.round(found.top)} to ${Math.round(found.bottom)}`,
    });
    expect(found).toMatchObject({ isOnTop: true, scrolled: 0 });
    expect(found.bottom).toBeLessThanOrEqual(height);
  }
}

function counter() {
  let count = 0;
  const tap = async (target: Locator) => {
    await target.tap();
    count += 1;
  };
  return { taps: () => count, tap };
}
