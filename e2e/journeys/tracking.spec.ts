import type { Page } from "@playwright/test";
import { callWith, type Dish, menuOf, newAdmin, newTruck, type Truck } from "../harness/arrange.ts";
import { expectNoBarriers } from "../harness/barriers.ts";
import { CARDS, expectConfirmed, payByCard, startPayment } from "../harness/checkout.ts";
import { expectNoSideScroll } from "../harness/layout.ts";
import { PUSHED } from "../harness/live.ts";
import { staffEdit } from "../harness/menu.ts";
import type { Product } from "../harness/product.ts";
import type { Sandbox } from "../harness/sandbox.ts";
import { expect, test } from "../harness/test.ts";

interface Followed {
  truck: Truck;
  token: string;
  path: string;
  /** Moves the order along, as somebody of the truck. */
  move: (...statuses: string[]) => Promise<void>;
}

test("what the kitchen does is on the customer's screen at once", async ({
  page,
  product,
  sandbox,
  phone,
}) => {
  const order = await followedOrder(product, sandbox, phone);
  const stream = page.waitForResponse(/\/api\/track\/.*\/stream/);
  await page.goto(order.path);
  await stream;
  await expect(page.getByText("Order received")).toBeVisible();
  await expect(page.getByText("ready by", { exact: false })).toBeVisible();
  await expectNoBarriers(page, "a waiting order");

  const crew = await page.context().browser()?.newContext({ baseURL: product.url });
  if (!crew) throw new Error("There is no second browser.");
  const kitchen = await crew.newPage();
  const admin = await newAdmin(product, order.truck);
  await kitchen.addInitScript(
    (token) => localStorage.setItem("chuckwagon.token", token),
    admin.token,
  );
  await kitchen.goto("/admin/orders");
  await kitchen.getByRole("button", { name: /^Mark as Confirmed/ }).click();
  await expect(page.getByText("Order confirmed")).toBeVisible(PUSHED);
  await crew.close();

  await order.move("preparing", "ready");
  await expect(page.getByText("Ready!")).toBeVisible(PUSHED);
  await expect(page).toHaveTitle(/^Ready! Order #\d+/);
  await expect(page.getByText("Ready!")).toBeInViewport();
  await expectNoBarriers(page, "an order that is ready");
});

test("the confirmation leads to the order, and so does the text", async ({
  page,
  sandbox,
  phone,
}) => {
  await startPayment(page, phone);
  await payByCard(page, CARDS.good);
  await expectConfirmed(page);
  await page.getByRole("link", { name: "Follow your order" }).click();
  await expect(page).toHaveURL(/\/spicy-burritos\/order\/[\w-]{43}$/);
  await expect(page.getByText("Order received")).toBeVisible();

  await expect.poll(() => sandbox.texts(phone)).toHaveLength(1);
  const [text] = await sandbox.texts(phone);
  const [link] = /https?:\S+/.exec(text?.body ?? "") ?? [];
  expect(link).toBe(page.url());
});

test("a token opens its own order and nothing else", async ({ page, product, sandbox, phone }) => {
  const mine = await followedOrder(product, sandbox, phone);
  const theirs = await followedOrder(product, sandbox, phone);
  await page.goto(`/${theirs.truck.slug}/order/${mine.token}`);
  await expect(page).toHaveURL(mine.path);
  await expect(page.getByRole("link", { name: mine.truck.name })).toBeVisible();

  const answer = await page.request.get(mine.path);
  expect(answer.headers()).toMatchObject({
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
  });
  await page.goto(`/${mine.truck.slug}/order/${mine.token.slice(0, -1)}`);
  await expect(page.getByRole("heading", { name: "We could not find this order" })).toBeVisible();
});

test("ordering again takes today's prices and says what has changed", async ({
  page,
  product,
  sandbox,
  phone,
}) => {
  const order = await followedOrder(product, sandbox, phone, ["Skillet Hash", "Elote"]);
  const edit = staffEdit(product, order.truck.slug);
  await edit.setPrice("Skillet Hash", 1100);
  await edit.sellOut("Elote");
  await page.goto(order.path);
  await page.getByRole("button", { name: "Order again" }).click();
  const cart = page.getByRole("dialog", { name: "Your cart" });
  await expect(cart).toContainText("Skillet Hash is now $11.00 (was $9.50)");
  await expect(cart).toContainText("Elote is sold out and was taken out");
  await expect(cart.getByRole("button", { name: "Checkout" })).toBeEnabled();
  await expect(page).toHaveURL(new RegExp(`/${order.truck.slug}$`));
});

test("the order fits the smallest phone, by day and by night", async ({
  page,
  product,
  sandbox,
  phone,
}) => {
  const order = await followedOrder(product, sandbox, phone);
  await order.move("confirmed", "preparing", "ready");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(order.path);
  await expect(page.getByText("Ready!")).toBeInViewport();
  await expectNoSideScroll(page);
  await expectNoBarriers(page, "a ready order");
  await printsOnlyTheReceipt(page);
});

async function printsOnlyTheReceipt(page: Page): Promise<void> {
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: "Your receipt" })).toBeVisible();
  await expect(page.getByText("Ready!")).toBeHidden();
  await expect(page.getByRole("button", { name: "Print the receipt" })).toBeHidden();
}

/** A paid order at a truck of its own; its token comes from the text that its customer gets. */
async function followedOrder(
  product: Product,
  sandbox: Sandbox,
  phone: string,
  dishes: string[] = ["Skillet Hash"],
): Promise<Followed> {
  const truck = await newTruck(product, {
    location: { city: "Portland", state: "OR" },
    phone: "(503) 555-0142",
    dishes: dishes.map((name) => ({ name, basePrice: 9.5 })),
  });
  const { token: signedIn } = await newAdmin(product, truck);
  const as = <T>(call: [string, string], body: object) =>
    callWith<T>(product, signedIn, call, body);
  const menu = await menuOf(product, truck);
  const { _id } = await as<{ _id: string }>(["POST", "/orders"], {
    customerName: "Rosa Parker",
    customerPhone: phone,
    items: menu.map((dish: Dish) => ({ menuItemId: dish._id, quantity: 1, optionIds: [] })),
    payment: "card",
  });
  const pickup = new Date(Date.now() + 30 * 60_000).toISOString();
  await as(["PATCH", `/orders/${_id}`], { estimatedPickupTime: pickup });
  const token = await tokenFor(sandbox, phone, truck.slug);
  const move = async (...statuses: string[]) => {
    for (const status of statuses) await as(["PATCH", `/orders/${_id}/status`], { status });
  };
  return { truck, token, path: `/${truck.slug}/order/${token}`, move };
}

async function tokenFor(sandbox: Sandbox, phone: string, slug: string): Promise<string> {
  const address = new RegExp(`/${slug}/order/([\\w-]{43}) `);
  const find = async () =>
    (await sandbox.texts(phone)).map(({ body }) => address.exec(body)?.[1]).find(Boolean);
  await expect.poll(find).toBeTruthy();
  return (await find()) ?? "";
}
