import type { Page } from "@playwright/test";
import { expectNoSideScroll } from "../harness/layout.ts";
import { enterAs } from "../harness/staff.ts";
import { expect, test } from "../harness/test.ts";

/** The offline page asks every five seconds, and loads the whole screen then. */
const FOUND_AGAIN = { timeout: 30_000 };

/** Waits until the staff area answers for itself when it cannot be reached. */
async function untilReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((go) => setTimeout(go, 50));
  });
}

test("a staff tablet without a connection says so, and comes back by itself", async ({
  page,
  product,
  context,
}) => {
  await enterAs(page, product, "admin");
  await page.goto("/admin/orders");
  await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
  await untilReady(page);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await expect(page.getByText(/Orders keep coming in on the server/)).toBeVisible();
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoSideScroll(page);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText(/^Still no connection/)).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible(FOUND_AGAIN);
  await expect(page).toHaveURL(/\/admin\/orders$/);
});

test("a server that is down is the same to the tablet, and is found again", async ({
  page,
  product,
}) => {
  await enterAs(page, product, "admin");
  await page.goto("/admin/orders");
  await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
  await untilReady(page);
  await product.stop();
  await page.reload();
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await product.start();
  await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible(FOUND_AGAIN);
});

test("nothing but that page is kept, and customers' pages are left alone", async ({
  page,
  product,
}) => {
  await enterAs(page, product, "admin");
  await page.goto("/admin/orders");
  await untilReady(page);
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.toSorted()).toEqual(["/offline.css", "/offline.html", "/offline.js"]);
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
});

test("the site can be installed as an app that opens at the orders", async ({ page, product }) => {
  await page.goto("/admin/login");
  const address = await page.locator('link[rel="manifest"]').getAttribute("href");
  const answer = await fetch(`${product.url}${address}`);
  expect(answer.headers.get("content-type")).toContain("manifest+json");
  const manifest = (await answer.json()) as { start_url: string; icons: { src: string }[] };
  expect(manifest.start_url).toBe("/admin/orders");
  for (const { src } of manifest.icons) {
    const icon = await fetch(`${product.url}${src}`);
    expect(icon.headers.get("content-type")).toBe("image/png");
  }
  const worker = await fetch(`${product.url}/sw.js`);
  expect(worker.headers.get("cache-control")).toBe("no-cache");
});
