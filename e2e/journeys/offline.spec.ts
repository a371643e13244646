import { openAs } from "../harness/accounts.ts";
import { expectNoSideScroll } from "../harness/layout.ts";
import { untilOfflinePageIsKept } from "../harness/offline.ts";
import { expect, test } from "../harness/test.ts";

test("a staff tablet without a connection says so, and comes back by itself", async ({
  page,
  admin,
  context,
}) => {
  await openAs(page, admin);
  await page.goto("/admin/orders");
  const orders = page.getByRole("heading", { level: 1, name: "Orders" });
  await expect(orders).toBeVisible();
  expect(await untilOfflinePageIsKept(page)).toEqual([
    "/offline.css",
    "/offline.html",
    "/offline.js",
  ]);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await expect(page.getByText(/Orders keep coming in on the server/)).toBeVisible();
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoSideScroll(page);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText(/^Still no connection/)).toBeVisible();
  await context.setOffline(false);
  await expect(orders).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/orders$/);

  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const controller = await page.evaluate(() => navigator.serviceWorker.controller);
  expect(controller, "customers' pages have no service worker").toBeNull();
});
