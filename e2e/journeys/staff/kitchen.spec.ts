import type { Page } from "@playwright/test";
import { expectNoBarriers } from "../../harness/browser/barriers.ts";
import { advance, expectWithin, resumeTime, stopTime } from "../../harness/browser/clock.ts";
import { watchConsole } from "../../harness/browser/console.ts";
import { expectNoSideScroll } from "../../harness/browser/layout.ts";
import { stopServiceWorkers, untilOfflinePageIsKept } from "../../harness/browser/offline.ts";
import { PLAIN_ITEM } from "../../harness/product/menu-items.ts";
import { placeOrder } from "../../harness/product/orders.ts";
import {
  kitchenTicket,
  openKitchen,
  readStatusHistory,
} from "../../harness/screens/order-screens.ts";
import { expect, test } from "../../harness/test.ts";

/** How long a change can be undone, and how long until another page takes it over. */
const UNDO_MS = 5_000;
const LOST_MS = 6_000;
const LESS_THAN_A_POLL_MS = 10_000;

test("a new order appears by push, is undone and moved on, and the customer gets one SMS a step", async ({
  page,
  truck,
  admin,
  sandbox,
  phone,
}) => {
  const complaints = watchConsole(page);
  await openKitchen(page, admin);
  const changes = countChanges(page);
  await stopTime(page);
  const order = await placeOrder(truck, { phone });
  const ticket = kitchenTicket(page, order);
  await expectWithin(page, LESS_THAN_A_POLL_MS, (step) => expect(ticket).toBeVisible(step));
  await expect(page.getByRole("region", { name: "All day" })).toContainText(PLAIN_ITEM);
  await expect.poll(() => sandbox.texts(phone)).toHaveLength(1);

  await test.step("undone, nothing was sent", async () => {
    await ticket.getByRole("button", { name: "Confirm" }).click();
    await ticket.getByRole("button", { name: "Start cooking" }).click();
    await ticket.getByRole("button", { name: "Undo" }).click();
    await ticket.getByRole("button", { name: "Undo" }).click();
    await expect(ticket.getByText("Pending")).toBeVisible();
    await advance(page, 2 * UNDO_MS);
    expect(changes()).toBe(0);
    expect(await readStatusHistory(admin, order)).toEqual(["pending"]);
    expect(await sandbox.texts(phone)).toHaveLength(1);
  });

  await test.step("moved on, it is sent once the time to undo is over", async () => {
    await ticket.getByRole("button", { name: "Confirm" }).click();
    await ticket.getByRole("button", { name: "Start cooking" }).click();
    await expect(ticket.getByText("Preparing")).toBeVisible();
    await advance(page, UNDO_MS - 100);
    expect(changes()).toBe(0);
    await resumeTime(page);
    await expect
      .poll(() => readStatusHistory(admin, order))
      .toEqual(["pending", "confirmed", "preparing"]);
    await expect.poll(() => sandbox.texts(phone)).toHaveLength(2);
  });

  await test.step("its buttons suit a thumb in a glove on a tablet and on a phone", async () => {
    for (const [width, height] of [
      [800, 1280],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expectNoSideScroll(page);
      for (const button of await ticket.getByRole("button").all()) {
        expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(64);
      }
    }
    await expectNoBarriers(page, "kitchen");
  });
  expect(complaints).toEqual([]);
});

test("a change outlives its page, whether that is left or ends as in a crash within the time to undo", async ({
  page,
  context,
  truck,
  admin,
}) => {
  const [left, crashed] = [await placeOrder(truck), await placeOrder(truck)];
  await openKitchen(page, admin);
  await untilOfflinePageIsKept(page);
  await stopTime(page);
  await kitchenTicket(page, left).getByRole("button", { name: "Confirm" }).click();
  await stopServiceWorkers(page);
  await page.goto("/");
  await expect.poll(() => readStatusHistory(admin, left)).toEqual(["pending", "confirmed"]);

  await resumeTime(page);
  const crash = await prepareCrash(page);
  await openKitchen(page, admin);
  await stopTime(page);
  await kitchenTicket(page, crashed).getByRole("button", { name: "Confirm" }).click();
  // A browser without a page may end itself.
  const next = await context.newPage();
  await crash();
  expect(await readStatusHistory(admin, crashed)).toEqual(["pending"]);

  await resumeTime(next);
  await openKitchen(next, admin);
  const ticket = kitchenTicket(next, crashed);
  await expect(ticket).toBeVisible();
  await stopTime(next);
  await expectWithin(next, LOST_MS, (step) =>
    expect(ticket.getByText("Confirmed")).toBeVisible(step),
  );
  await advance(next, UNDO_MS);
  await expect.poll(() => readStatusHistory(admin, crashed)).toEqual(["pending", "confirmed"]);
});

test("an order goes through the kitchen by keys alone", async ({ page, truck, admin }) => {
  const order = await placeOrder(truck);
  await openKitchen(page, admin);
  const ticket = kitchenTicket(page, order);
  await expect(ticket).toBeVisible();
  await stopTime(page);
  await page.keyboard.press("1");
  for (const label of ["Confirm", "Start cooking", "Ready"]) {
    await expect(ticket.getByRole("button", { name: label })).toBeFocused();
    await page.keyboard.press("Enter");
  }
  await page.keyboard.press("u");
  await expect(ticket.getByText("Preparing")).toBeVisible();
  await expect(ticket.getByRole("button", { name: "Ready" })).toBeFocused();
  await page.keyboard.press("Enter");
  await advance(page, UNDO_MS);
  await resumeTime(page);
  const shelf = page.getByRole("region", { name: "Ready for pickup" });
  const handOver = shelf.getByRole("button", { name: "Handed over" });
  await expect(handOver).toBeVisible();
  await stopTime(page);
  await page.keyboard.press("ArrowRight");
  await expect(handOver).toBeFocused();
  await page.keyboard.press("Enter");
  await advance(page, UNDO_MS);
  await resumeTime(page);
  await expect(shelf).toBeHidden();
  await expect
    .poll(() => readStatusHistory(admin, order))
    .toEqual(["pending", "confirmed", "preparing", "ready", "completed"]);
});

/** How many changes of orders the page has sent from now on. */
function countChanges(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.method() === "PATCH") count += 1;
  });
  return () => count;
}

/** For a page still to be opened: closes it as a crash does, so that nothing of it runs at its end. */
async function prepareCrash(page: Page): Promise<() => Promise<void>> {
  const mark = "crashes";
  await page.addInitScript((name) => {
    const stop = (event: Event) => {
      if (Reflect.has(window, name)) event.stopImmediatePropagation();
    };
    for (const end of ["pagehide", "visibilitychange"]) window.addEventListener(end, stop, true);
  }, mark);
  return async () => {
    await page.evaluate((name) => Reflect.set(window, name, true), mark);
    await page.close();
  };
}
