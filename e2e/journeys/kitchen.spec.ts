import type { Locator, Page } from "@playwright/test";
import { callWith, enterAsAdminOf, newTruck } from "../harness/arrange.ts";
import { expectNoBarriers } from "../harness/barriers.ts";
import { stopTime } from "../harness/clock.ts";
import { watchConsole } from "../harness/console.ts";
import { glimpse } from "../harness/glimpse.ts";
import { expectNoSideScroll } from "../harness/layout.ts";
import { PUSHED } from "../harness/live.ts";
import type { Product } from "../harness/product.ts";
import { placeOrder } from "../harness/quick-order.ts";
import { enterWith } from "../harness/staff.ts";
import { expect, test } from "../harness/test.ts";

const DISHES = [{ name: "Skillet Hash" }];
const DISH = "Skillet Hash";

interface Kitchen {
  slug: string;
  token: string;
}

async function openKitchen(page: Page, product: Product): Promise<Kitchen> {
  const truck = await newTruck(product, { dishes: DISHES });
  const { token } = await enterAsAdminOf(page, product, truck);
  await page.clock.install();
  await page.goto("/admin/kitchen");
  await expect(page.getByText("Nothing to make")).toBeVisible();
  return { slug: truck.slug, token };
}

function ticketOf(page: Page, { orderNumber }: { orderNumber: string }): Locator {
  return page.getByRole("article", { name: new RegExp(`^Order #${orderNumber},`) });
}

async function pathOf(product: Product, token: string, { _id }: { _id: string }) {
  const order = await callWith<{ history: { status: string }[] }>(product, token, [
    "GET",
    `/orders/${_id}`,
  ]);
  return order.history.map(({ status }) => status);
}

test("a new order appears by itself, is moved on after the time to undo, and the text goes once", async ({
  page,
  product,
  sandbox,
  phone,
}) => {
  const complaints = watchConsole(page);
  const { slug, token } = await openKitchen(page, product);
  const order = await placeOrder(product, sandbox, { slug, dish: DISH, phone });
  const ticket = ticketOf(page, order);
  await expect(ticket).toBeVisible(PUSHED);
  await expect(page.getByRole("region", { name: "All day" })).toContainText(DISH);
  await expect.poll(() => sandbox.texts(phone)).toHaveLength(1);
  await stopTime(page);
  await ticket.getByRole("button", { name: "Confirm" }).click();
  await ticket.getByRole("button", { name: "Start cooking" }).click();
  await expect(ticket.getByText("Preparing")).toBeVisible();
  await page.clock.runFor(4_900);
  expect(await pathOf(product, token, order)).toEqual(["pending"]);
  await page.clock.resume();
  await expect
    .poll(() => pathOf(product, token, order))
    .toEqual(["pending", "confirmed", "preparing"]);
  await expect.poll(() => sandbox.texts(phone)).toHaveLength(2);
  expect(complaints).toEqual([]);
});

test("a tap that is taken back was never sent, and nobody got a text", async ({
  page,
  product,
  sandbox,
  phone,
}) => {
  const { slug, token } = await openKitchen(page, product);
  const order = await placeOrder(product, sandbox, { slug, dish: DISH, phone });
  const ticket = ticketOf(page, order);
  const changes: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") changes.push(request.url());
  });
  await expect(ticket).toBeVisible();
  await stopTime(page);
  await ticket.getByRole("button", { name: "Confirm" }).click();
  await ticket.getByRole("button", { name: "Start cooking" }).click();
  await ticket.getByRole("button", { name: "Undo" }).click();
  await ticket.getByRole("button", { name: "Undo" }).click();
  await expect(ticket.getByText("Pending")).toBeVisible();
  // Longer than a tap waits.
  await page.clock.runFor(6_000);
  expect(changes).toEqual([]);
  expect(await pathOf(product, token, order)).toEqual(["pending"]);
  expect(await sandbox.texts(phone)).toHaveLength(1);
});

test("what was tapped is sent although the page is left within the time to undo", async ({
  page,
  product,
  sandbox,
  phone,
}) => {
  const { slug, token } = await openKitchen(page, product);
  const order = await placeOrder(product, sandbox, { slug, dish: DISH, phone });
  await ticketOf(page, order).getByRole("button", { name: "Confirm" }).click();
  await page.goto("/");
  await expect.poll(() => pathOf(product, token, order)).toEqual(["pending", "confirmed"]);
});

test("what was tapped is sent although the page dies, once the kitchen is open again", async ({
  page,
  context,
  product,
  sandbox,
  phone,
}) => {
  const { slug, token } = await openKitchen(page, product);
  const order = await placeOrder(product, sandbox, { slug, dish: DISH, phone });
  await ticketOf(page, order).getByRole("button", { name: "Confirm" }).click();
  const crash = page.waitForEvent("crash");
  await page.goto("chrome://crash").catch(() => undefined);
  await crash;
  const next = await context.newPage();
  await next.goto("/admin/kitchen");
  await expect(ticketOf(next, order).getByText("Confirmed")).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => pathOf(product, token, order)).toEqual(["pending", "confirmed"]);
});

test("what was tapped is sent when another screen is opened", async ({
  page,
  product,
  sandbox,
  phone,
}) => {
  const { slug, token } = await openKitchen(page, product);
  const order = await placeOrder(product, sandbox, { slug, dish: DISH, phone });
  await ticketOf(page, order).getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("link", { name: "Orders" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
  await expect.poll(() => pathOf(product, token, order)).toEqual(["pending", "confirmed"]);
});

test("an order goes through the kitchen by keys alone", async ({
  page,
  product,
  sandbox,
  phone,
}) => {
  const { slug, token } = await openKitchen(page, product);
  const order = await placeOrder(product, sandbox, { slug, dish: DISH, phone });
  const ticket = ticketOf(page, order);
  await expect(ticket).toBeVisible();
  await stopTime(page);
  await page.keyboard.press("1");
  for (const label of ["Confirm", "Start cooking", "Ready"]) {
    await expect(ticket.getByRole("button", { name: label })).toBeFocused();
    await page.keyboard.press("Enter");
  }
  await page.keyboard.press("u");
  await expect(ticket.getByText("Preparing")).toBeVisible();
  await page.clock.resume();
  await page.keyboard.press("Enter");
  const shelf = page.getByRole("region", { name: "Ready for pickup" });
  await expect(shelf.getByRole("link", { name: `#${order.orderNumber}` })).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(shelf.getByRole("button", { name: "Handed over" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(shelf).toBeHidden();
  await expect
    .poll(() => pathOf(product, token, order))
    .toEqual(["pending", "confirmed", "preparing", "ready", "completed"]);
});

test("two tablets on one order make one history, and the slower one sees it", async ({
  page,
  browser,
  product,
  sandbox,
  phone,
}) => {
  const { slug, token } = await openKitchen(page, product);
  const order = await placeOrder(product, sandbox, { slug, dish: DISH, phone });
  const context = await browser.newContext({ baseURL: product.url });
  const other = await context.newPage();
  await enterWith(other, token);
  await other.clock.install();
  await other.goto("/admin/kitchen");
  const [mine, theirs] = [ticketOf(page, order), ticketOf(other, order)];
  for (const tablet of [page, other]) {
    const confirm = ticketOf(tablet, order).getByRole("button", { name: "Confirm" });
    await expect(confirm).toBeVisible();
    await stopTime(tablet);
    await confirm.click();
  }
  await callWith(product, token, ["PATCH", `/orders/${order._id}`], { status: "cancelled" });
  const told = glimpse(page, `Order #${order.orderNumber} is already Cancelled.`);
  for (const tablet of [page, other]) await tablet.clock.resume();
  await told;
  await expect(mine.getByText("Cancelled. Stop cooking.")).toBeVisible();
  await expect(theirs.getByText("Cancelled. Stop cooking.")).toBeVisible();
  await theirs.getByRole("button", { name: "Take away" }).click();
  await expect(theirs).toBeHidden();
  expect(await pathOf(product, token, order)).toEqual(["pending", "cancelled"]);
  await context.close();
});

test("a tablet whose server is away keeps what was tapped and sends it later", async ({
  page,
  product,
  sandbox,
  phone,
}) => {
  const { slug, token } = await openKitchen(page, product);
  const order = await placeOrder(product, sandbox, { slug, dish: DISH, phone });
  const ticket = ticketOf(page, order);
  await expect(ticket).toBeVisible();
  await page.context().setOffline(true);
  await ticket.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText(`Not saved yet: #${order.orderNumber}.`)).toBeVisible();
  await page.context().setOffline(false);
  await expect.poll(() => pathOf(product, token, order)).toEqual(["pending", "confirmed"]);
  await expect(page.getByText(/^Not saved yet/)).toBeHidden();
});

for (const [width, height] of [
  [800, 1280],
  [360, 740],
] as const) {
  test(`fits a screen of ${width}, with targets for a thumb in a glove`, async ({
    page,
    product,
    sandbox,
    phone,
  }) => {
    await page.setViewportSize({ width, height });
    const { slug } = await openKitchen(page, product);
    const order = await placeOrder(product, sandbox, { slug, dish: DISH, phone });
    await expect(ticketOf(page, order)).toBeVisible();
    await expectNoSideScroll(page);
    await expectNoBarriers(page, `kitchen at ${width}`);
    for (const button of await ticketOf(page, order).getByRole("button").all()) {
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(64);
    }
  });
}
