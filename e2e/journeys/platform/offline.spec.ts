import { expectNoBarriers } from "../../harness/browser/barriers.ts";
import { expectNoSideScroll } from "../../harness/browser/layout.ts";
import { untilOfflinePageIsKept, untilStaffAppIsKept } from "../../harness/browser/offline.ts";
import { openAs } from "../../harness/product/accounts.ts";
import { placeOrder } from "../../harness/product/orders.ts";
import { orderCard } from "../../harness/screens/order-screens.ts";
import { expect, test } from "../../harness/test.ts";

// The product is stopped, and the browser not set offline: the tablet has its network, and nothing tells it when the
// server is back.
test("a staff tablet that has lost the server opens with what it knows, and finds its orders by itself", async ({
  page,
  product,
  truck,
  admin,
}) => {
  const order = await placeOrder(truck);
  await openAs(page, admin);
  await page.goto("/admin/orders");
  const card = orderCard(page, order);
  await expect(card).toBeVisible();
  await untilStaffAppIsKept(page);

  await product.stop();
  await page.reload();
  await expect(page.getByText(/^No connection since \d{1,2}:\d{2} [AP]M\./)).toBeVisible();
  await expect(card).toBeVisible();
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoSideScroll(page);
  await expectNoBarriers(page, "the board without a server");
  await product.start();
  await expect(page.getByText(/^No connection since/)).toBeHidden();
  await expect(orderCard(page, await placeOrder(truck))).toBeVisible();
});

test("a customer without a connection reads the menu last seen, and gets the live one back by itself", async ({
  page,
  context,
}) => {
  await page.goto("/spicy-burritos");
  const truck = page.getByRole("heading", { level: 1 });
  const name = (await truck.textContent()) ?? "";
  const item = (await page.getByRole("heading", { level: 4 }).first().textContent()) ?? "";
  await untilOfflinePageIsKept(page);
  await expect(page.locator('link[rel="manifest"]')).toHaveAttribute(
    "href",
    "/api/trucks/by-slug/spicy-burritos/manifest",
  );

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("banner")).toContainText("Not live: you are offline");
  await expect(page.getByText(/^Menu last seen .*\d:\d\d [AP]M/)).toBeVisible();
  await expect(truck).toHaveText(name);
  await expect(page.getByText(item, { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoSideScroll(page);
  await expectNoBarriers(page, "the menu last seen");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText(/^Still no connection/)).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("link", { name })).toHaveAttribute("href", "/spicy-burritos");

  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Available Food Trucks" })).toBeVisible();
});
