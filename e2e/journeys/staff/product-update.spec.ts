import type { Page } from "@playwright/test";
import { untilStaffAppIsKept } from "../../harness/browser/offline.ts";
import { openAs, readAs } from "../../harness/product/accounts.ts";
import { release } from "../../harness/product/releases.ts";
import { sellChips } from "../../harness/screens/counter.ts";
import { expect, test } from "../../harness/test.ts";

test("an update of the product reaches open tablets without losing an unsent order", async ({
  page,
  context,
  product,
  admin,
}) => {
  await openAs(page, admin);
  await page.goto("/admin/orders/new");
  await untilStaffAppIsKept(page);
  const olderTab = await context.newPage();
  await olderTab.goto("/admin/orders/new");
  await expect(olderTab.getByRole("button", { name: /^Chips and Salsa/ })).toBeVisible();
  await untilStaffAppIsKept(olderTab);
  // Whatever else works: orders get through only once the test says so.
  await context.route("**/api/orders", (route) =>
    route.request().method() === "POST" ? route.abort("connectionrefused") : route.fallback(),
  );
  const called = [await sellChips(page), await sellChips(page)];

  await test.step("the new pages read what the older ones have kept, and take over", async () => {
    await release(product, "release2", "1");
    await page.reload();
    expect(await releaseOf(page)).toBe("release2");
    await expect(page.getByText(/2 orders are on this tablet only|Sending 2 orders/)).toBeVisible();
    called.push(await sellChips(page));
    await untilReleaseIsKept(page, "release2");
  });

  await test.step("a page of before sells on, and still loads what it had not needed yet", async () => {
    called.push(await sellChips(olderTab));
    await olderTab.getByRole("button", { name: "Show orders" }).click();
    const drawer = olderTab.getByRole("dialog", { name: "Orders on this tablet" });
    for (const number of called)
      await expect(drawer.getByText(number, { exact: true }).first()).toBeVisible();
    await olderTab.close();
  });

  await test.step("pages that cannot read what is unsent wait until it is sent", async () => {
    await release(product, "release3", "2");
    await page.reload();
    expect(await releaseOf(page)).toBe("release2");
    called.push(await sellChips(page));
    await expect(page.getByText(/5 orders are on this tablet only|Sending 5 orders/)).toBeVisible();
    await context.unroute("**/api/orders");
    await expect.poll(numbers).toEqual(called);
    await expect(page.getByText(/on this tablet only|Sending/)).toBeHidden();
    await page.reload();
    expect(await releaseOf(page)).toBe("release3");
    await expect(page.getByRole("button", { name: /^Chips and Salsa/ })).toBeVisible();
    expect(await numbers()).toEqual(called);
  });

  async function numbers(): Promise<(string | null)[]> {
    const { orders } = await readAs<{ orders: { offlineNumber: string | null }[] }>(
      product,
      admin,
      "/orders?limit=50&sortOrder=asc",
    );
    return orders.map(({ offlineNumber }) => offlineNumber);
  }
});

/** Of which update the shown page is. */
function releaseOf(page: Page): Promise<string | null> {
  return page.locator("html").getAttribute("data-release");
}

/** The worker of the update has its files, and takes over. */
function untilReleaseIsKept(page: Page, name: string): Promise<void> {
  return expect
    .poll(() =>
      page.evaluate(async (cacheName) => {
        if (!(await caches.has(cacheName))) return false;
        return (await (await caches.open(cacheName)).match("/admin/")) !== undefined;
      }, `staff-app-${name}`),
    )
    .toBe(true);
}
