import type { Page } from "@playwright/test";
import {
  CARDS,
  expectConfirmed,
  orderNumberOf,
  payByCard,
  startPayment,
} from "../harness/checkout.ts";
import { glimpse } from "../harness/glimpse.ts";
import { expectNoSideScroll } from "../harness/layout.ts";
import { PUSHED } from "../harness/live.ts";
import { newPhone } from "../harness/phones.ts";
import type { Product } from "../harness/product.ts";
import { placeOrder } from "../harness/quick-order.ts";
import { listen, untouched } from "../harness/sound.ts";
import { callAs, enterAs } from "../harness/staff.ts";
import { expect, test } from "../harness/test.ts";

/** Longer than the alarm waits before it rings again. */
const ROUND_MS = 3_000;
const TITLE = "Orders · Chuckwagon";

interface StaffOrder {
  status: string;
  history: { status: string }[];
}

test("an order that a customer pays for rings at the hatch until somebody looks", async ({
  page,
  browser,
  product,
  phone,
}) => {
  const tones = await listen(page);
  await openBoard(page, product);
  const customer = await browser.newPage({ baseURL: product.url });
  await startPayment(customer, phone);
  expect(await tones()).toBe(0);
  await payByCard(customer, CARDS.good);
  const confirmed = expectConfirmed(customer).then(() => Date.now());
  const arrived = page
    .waitForFunction(() => /^New order #/.test(document.title))
    .then(() => Date.now());
  expect((await arrived) - (await confirmed)).toBeLessThan(PUSHED.timeout);

  const ticket = ticketOf(page, await orderNumberOf(customer));
  await expect(ticket.getByText("New", { exact: true })).toBeVisible();
  await expect(page.getByText(/^New order #\d+ from Rosa Parker$/)).toHaveRole("status");
  const soFar = await tones();
  expect(soFar).toBeGreaterThan(0);
  await expect.poll(tones).toBeGreaterThan(soFar);
  await expect.poll(() => page.title()).toBe(TITLE);
  await expect.poll(() => page.title()).toMatch(/^New order #/);

  await page.keyboard.press("Shift");
  await expect(page).toHaveTitle(TITLE);
  await expect(ticket.getByText("New", { exact: true })).toBeHidden();
  const whenSeen = await tones();
  await page.waitForTimeout(ROUND_MS);
  expect(await tones()).toBe(whenSeen);
  await customer.close();
});

test("the alarm rings behind another tab, and ends when a colleague takes the order on", async ({
  page,
  context,
  product,
  sandbox,
  phone,
}) => {
  const tones = await listen(page);
  await openBoard(page, product);
  const other = await context.newPage();
  await other.bringToFront();
  const order = await placeOrder(product, sandbox, { phone });
  await expect.poll(tones).toBeGreaterThan(0);
  await callAs(product, "superadmin", ["PATCH", `/orders/${order._id}`], { status: "confirmed" });
  await expect(
    ticketOf(page, order.orderNumber).getByText("Confirmed", { exact: true }),
  ).toBeVisible();
  await expect(page).toHaveTitle(TITLE);
  const whenTaken = await tones();
  await page.waitForTimeout(ROUND_MS);
  expect(await tones()).toBe(whenTaken);
});

test("a screen that nobody has touched says that it is silent, and how to change that", async ({
  page,
  product,
}) => {
  const tones = await listen(page);
  await untouched(page);
  await openBoard(page, product);
  await expect(page.getByText("Sound is off. New orders will not ring.")).toBeVisible();
  await page.getByRole("button", { name: "Turn sound on" }).click();
  await expect(page.getByText("Sound is off. New orders will not ring.")).toBeHidden();
  await expect.poll(tones).toBeGreaterThan(0);
});

test("a dropped connection is said, and caught up with exactly", async ({
  page,
  context,
  product,
  sandbox,
}) => {
  const changed = await placeOrder(product, sandbox, { phone: anyPhone() });
  await openBoard(page, product);
  await expect(ticketOf(page, changed.orderNumber)).toBeVisible();
  const before = await ticketNames(page);

  await context.setOffline(true);
  await expect(page.getByText(/^Connection lost since \d{1,2}:\d{2} [AP]M\./)).toBeVisible();
  const missed: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    missed.unshift((await placeOrder(product, sandbox, { phone: anyPhone() })).orderNumber);
  }
  await callAs(product, "superadmin", ["PATCH", `/orders/${changed._id}`], { status: "confirmed" });
  expect(await ticketNames(page)).toEqual(before);

  await context.setOffline(false);
  await expect(page.getByText(/^Connection lost/)).toBeHidden();
  await expect(
    ticketOf(page, changed.orderNumber).getByText("Confirmed", { exact: true }),
  ).toBeVisible();
  await expect
    .poll(() => ticketNames(page))
    .toEqual([...missed.map((number) => `Order #${number}`), ...before]);
  await expect(page).toHaveTitle("3 new orders!");
});

test("a restart of the product is caught up with as well", async ({ page, product, sandbox }) => {
  await openBoard(page, product);
  const before = await ticketNames(page);
  await product.stop();
  await expect(page.getByText(/^Connection lost since/)).toBeVisible();
  await product.start();
  const { orderNumber } = await placeOrder(product, sandbox, { phone: anyPhone() });
  // The later a server is back, the longer the pauses between two attempts have become.
  await expect(ticketOf(page, orderNumber)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/^Connection lost/)).toBeHidden({ timeout: 30_000 });
  expect(await ticketNames(page)).toEqual([`Order #${orderNumber}`, ...before]);
});

test("two colleagues press different buttons at once: one of them counts, and both see it", async ({
  page,
  browser,
  product,
  sandbox,
  phone,
}) => {
  const order = await placeOrder(product, sandbox, { phone });
  for (const status of ["confirmed", "preparing"]) {
    await callAs(product, "superadmin", ["PATCH", `/orders/${order._id}`], { status });
  }
  const second = await browser.newPage({ baseURL: product.url });
  const release = await holdChanges([page, second]);
  await openBoard(page, product);
  await openBoard(second, product);
  await ticketOf(page, order.orderNumber)
    .getByRole("button", { name: "Mark as Ready for Pickup" })
    .click();
  await ticketOf(second, order.orderNumber)
    .getByRole("button", { name: "Mark as Cancelled" })
    .click();
  const already = (label: string) => `Order #${order.orderNumber} is already ${label}.`;
  const told = Promise.race([
    glimpse(page, already("Cancelled")).then(() => "cancelled"),
    glimpse(second, already("Ready for Pickup")).then(() => "ready"),
  ]);
  release();

  const path = `/orders/${order._id}`;
  const read = () => callAs<StaffOrder>(product, "superadmin", ["GET", path]);
  await expect.poll(async () => (await read()).history.length).toBe(4);
  const { status, history } = await read();
  expect(history.map((step) => step.status)).toEqual(["pending", "confirmed", "preparing", status]);
  const label = status === "ready" ? "Ready for Pickup" : "Cancelled";
  expect(await told).toBe(status);
  for (const screen of [page, second]) {
    await expect(
      ticketOf(screen, order.orderNumber).getByText(label, { exact: true }),
    ).toBeVisible();
  }
  await second.close();
});

test("forty changes of ten orders tell each customer each thing once", async ({
  page,
  product,
  sandbox,
}) => {
  test.slow();
  await openBoard(page, product);
  const phones = Array.from({ length: 10 }, anyPhone);
  const orders = await Promise.all(phones.map((phone) => placeOrder(product, sandbox, { phone })));
  for (const status of ["confirmed", "preparing", "ready", "completed"]) {
    // Each of them twice, as two hands on two screens do it.
    const presses = [...orders, ...orders].map(({ _id }) =>
      callAs(product, "admin", ["PATCH", `/orders/${_id}`], { status }),
    );
    await Promise.all(presses);
  }
  for (const { orderNumber } of orders) {
    const ticket = ticketOf(page, orderNumber);
    await expect(ticket.getByText("Completed", { exact: true })).toBeVisible();
  }
  for (const phone of phones) await expect.poll(() => sandbox.texts(phone)).toHaveLength(3);
  await page.waitForTimeout(ROUND_MS);
  const texts = await Promise.all(phones.map((phone) => sandbox.texts(phone)));
  for (const received of texts) {
    expect(new Set(received.map(({ body }) => body)).size).toBe(received.length);
    expect(received).toHaveLength(3);
  }
  expect(texts.flat().length).toBeLessThanOrEqual(40);
});

test("a tab with few orders follows too, and a phone has room for all of it", async ({
  page,
  product,
  sandbox,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { _id, orderNumber } = await placeOrder(product, sandbox, { phone: anyPhone() });
  await openBoard(page, product);
  await page.getByRole("button", { name: /^Pending/ }).click();
  await expect(page).toHaveURL(/status=pending/);
  await expect(ticketOf(page, orderNumber)).toBeVisible();
  await callAs(product, "superadmin", ["PATCH", `/orders/${_id}`], { status: "confirmed" });
  await expect(ticketOf(page, orderNumber)).toBeHidden();
  const next = await placeOrder(product, sandbox, { phone: anyPhone() });
  await expect(ticketOf(page, next.orderNumber)).toBeVisible();
  await expectNoSideScroll(page);
});

function anyPhone(): string {
  return newPhone(test.info().workerIndex);
}

/** The screen of the crew of Spicy Burritos, once its stream is there. */
async function openBoard(page: Page, product: Product): Promise<void> {
  await enterAs(page, product, "admin");
  const stream = page.waitForResponse(/\/api\/orders\/stream/);
  await page.goto("/admin/orders");
  await stream;
  await expect(page.getByRole("region", { name: "Orders", exact: true })).toBeVisible();
  await expect(page.getByText("Loading orders...")).toBeHidden();
}

function ticketOf(page: Page, orderNumber: string) {
  return page.getByRole("article", { name: `Order #${orderNumber}`, exact: true });
}

/** The tickets from top to bottom. */
function ticketNames(page: Page): Promise<(string | null)[]> {
  return page
    .getByRole("article")
    .evaluateAll((tickets) => tickets.map((ticket) => ticket.getAttribute("aria-label")));
}

/** Holds the changes of both screens back until each of them has sent one. */
async function holdChanges(pages: Page[]): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  for (const page of pages) {
    await page.route("**/api/orders/*", async (route) => {
      if (route.request().method() === "PATCH") await released;
      await route.continue();
    });
  }
  return release;
}
