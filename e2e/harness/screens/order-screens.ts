/** The screens on which staff follow orders. */
import { expect, type Locator, type Page } from "@playwright/test";
import { type Account, openAs, readAs } from "../product/accounts.ts";
import type { OwnOrder } from "../product/orders.ts";

/** Opens the kitchen of the admin's truck and waits until it hears of changes. */
export async function openKitchen(page: Page, admin: Account): Promise<void> {
  await openLive(page, admin, "/admin/kitchen");
  const hasTickets = page.getByRole("list", { name: "To make" });
  await expect(page.getByText("Nothing to make").or(hasTickets)).toBeVisible();
}

/** Opens the orders of the admin's truck, the open ones or all of them, and waits until the screen hears of changes. */
export async function openOrdersBoard(
  page: Page,
  admin: Account,
  view: "" | "?status=all" = "",
): Promise<void> {
  await openLive(page, admin, `/admin/orders${view}`);
  await expect(page.getByRole("region", { name: "Orders", exact: true })).toBeVisible();
  await expect(page.getByText("Loading orders...")).toBeHidden();
}

async function openLive(page: Page, admin: Account, path: string): Promise<void> {
  await openAs(page, admin);
  const stream = page.waitForResponse(/\/api\/orders\/stream/);
  await page.goto(path);
  await stream;
}

/** The order in the kitchen, where the name of its ticket goes on with the time that is left. */
export function kitchenTicket(page: Page, { orderNumber }: OwnOrder): Locator {
  return page.getByRole("article", { name: new RegExp(`^Order #${orderNumber},`) });
}

/** The order on the board. */
export function orderCard(page: Page, { orderNumber }: Pick<OwnOrder, "orderNumber">): Locator {
  return page.getByRole("article", { name: `Order #${orderNumber}`, exact: true });
}

/** Every status that the order has had. */
export async function readStatusHistory(admin: Account, order: OwnOrder): Promise<string[]> {
  const path = `/orders/${order._id}`;
  const { history } = await readAs<{ history: { status: string }[] }>(
    order.truck.product,
    admin,
    path,
  );
  return history.map(({ status }) => status);
}
