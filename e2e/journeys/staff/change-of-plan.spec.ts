import type { Page } from "@playwright/test";
import { expectNoSideScroll } from "../../harness/browser/layout.ts";
import { openAs } from "../../harness/product/accounts.ts";
import { placeOrder, readOrder } from "../../harness/product/orders.ts";
import { createComingStop } from "../../harness/product/stops.ts";
import { expect, test } from "../../harness/test.ts";

const PIER = { name: "Pier 5", address: "5 River St", taxRate: 4.5 };

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

test("a bad day by one thumb: late, then cancelled, each told in one text", async ({
  page,
  truck,
  admin,
  sandbox,
  phone,
}) => {
  test.slow();
  const stop = await createComingStop(truck, PIER);
  const order = await placeOrder(truck, { phone, stopId: stop.id });
  await openAs(page, admin);
  await page.goto("/admin/orders");

  await preview(page, /^We run late/);
  await expectSentences(page, ["1 customer gets a text.", "1 order is kept, 20 minutes later."]);
  await expectNoSideScroll(page);
  await start(page, "Run late");
  await expectDone(page, "Done. The one customer was told.");

  await again(page);
  await preview(page, /^We cannot come/);
  const total = `$${order.total.toFixed(2)}`;
  await expectSentences(page, ["1 customer gets a text.", `1 order, ${total}, is refunded.`]);
  await start(page, "Cancel the stop");
  await expectDone(page, "Done. The one customer was told.");

  // With the one about the order itself.
  expect(await sandbox.texts(phone)).toHaveLength(3);
  await expect.poll(async () => (await readOrder(order)).paymentStatus).toBe("refunded");
});

test("a change of plan is taken back, and a text that failed is tried again", async ({
  page,
  truck,
  admin,
  sandbox,
  phone,
}) => {
  test.slow();
  const stop = await createComingStop(truck, PIER);
  await placeOrder(truck, { phone, stopId: stop.id });
  await openAs(page, admin);
  await page.goto("/admin/orders");
  await preview(page, /^We run late/);
  await start(page, "Run late");
  await page.getByRole("button", { name: "Undo" }).tap();
  await expect(page.getByText("Undone. Nothing has changed.")).toBeVisible();

  await sandbox.fault({ target: "twilio", mode: "error" });
  await choose(page, /^We run late/);
  await start(page, "Run late");
  await page.reload();
  await openPlan(page);
  const calls = page.getByRole("region", { name: "1 customer needs a phone call" });
  await expect(calls).toContainText("Rosa Parker");
  await expect(calls.getByRole("link", { name: /^\(/ })).toHaveAttribute("href", `tel:+1${phone}`);
  await sandbox.heal();
  await calls.getByRole("button", { name: "Try again" }).tap();
  await expectDone(page, "Done. The one customer was told.");
  // With the one about the order itself.
  expect(await sandbox.texts(phone)).toHaveLength(2);
});

/** Four taps from the orders screen. */
async function preview(page: Page, kind: RegExp) {
  await openPlan(page);
  await choose(page, kind);
}

async function openPlan(page: Page) {
  const plan = page.getByRole("button", { name: "Change of plan" });
  // The menu is there again when a drawer that it opened has closed.
  if (!(await plan.isVisible())) await page.getByRole("button", { name: /^Service/ }).tap();
  await plan.tap();
}

async function choose(page: Page, kind: RegExp) {
  await page.getByRole("button", { name: kind }).tap();
  await page.getByRole("button", { name: "Show what happens" }).tap();
  await expect(page.getByRole("heading", { name: "This will happen" })).toBeVisible();
}

async function expectSentences(page: Page, sentences: string[]) {
  await expect(page.getByRole("dialog").getByRole("listitem")).toHaveText(sentences);
}

async function start(page: Page, name: string) {
  await page.getByRole("button", { name, exact: true }).tap();
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
}

async function expectDone(page: Page, words: string) {
  await expect(page.getByRole("dialog").getByText(words)).toBeVisible();
}

/** Back to the orders, for the next change. */
async function again(page: Page) {
  await page.getByRole("button", { name: "Another change of plan" }).tap();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
}
