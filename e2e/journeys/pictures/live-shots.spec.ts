import { join } from "node:path";
import type { Page } from "@playwright/test";
import { settle } from "../../harness/browser/layout.ts";
import {
  type CounterOrder,
  callAsDemo,
  openAsDemo,
  orderAtCounter,
} from "../../harness/product/demo-day.ts";
import { IMAGES } from "../../harness/product/document-images.ts";
import type { Product } from "../../harness/product/product.ts";
import { expect, test } from "../../harness/test.ts";

const E2E = join(import.meta.dirname, "..", "..");
const DAY = [
  ["The Portland", "Rosa Parker", ["pending"]],
  ["Chips and Guacamole", "Sam Okafor", ["pending", "confirmed"]],
  ["The Portland", "Mei Tanaka", ["pending", "confirmed", "preparing"]],
  ["Chips and Guacamole", "Jonas Weber", ["pending", "confirmed", "preparing"]],
  ["The Portland", "Ana Lima", ["pending", "confirmed", "preparing", "ready"]],
] as const;

test.skip(process.env.SHOTS !== "1", "Images are taken with SHOTS=1.");
test.use({ demo: "used" });

test.describe("the README's images of a live day", () => {
  test.use({
    viewport: { width: 1280, height: 800 },
    colorScheme: "light",
  });

  test("orders, kitchen, counter, tracking", { tag: "@documents" }, async ({ page, product }) => {
    test.slow();
    const order = await fillTheDay(product);
    await openAsDemo(page, product, "admin");
    for (const [path, file] of [
      ["/admin/orders", "orders.png"],
      ["/admin/kitchen", "kitchen.png"],
      ["/admin/orders/new", "counter.png"],
    ] as const) {
      // A kitchen is often dark.
      await page.emulateMedia({ colorScheme: file === "kitchen.png" ? "dark" : "light" });
      await open(page, path);
      await page.screenshot({ path: join(IMAGES, file) });
    }
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize({ width: 420, height: 860 });
    await open(page, order.link);
    await page.screenshot({ path: join(IMAGES, "tracking.png") });
  });
});

for (const width of [360, 1280]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(`${width} ${colorScheme}`, () => {
      test.use({ viewport: { width, height: 900 }, colorScheme, deviceScaleFactor: 1 });

      test("every screen of a live day", async ({ page, product }) => {
        test.slow();
        const order = await fillTheDay(product);
        await openAsDemo(page, product, "admin");
        const places = {
          orders: "/admin/orders",
          kitchen: "/admin/kitchen",
          counter: "/admin/orders/new",
          order: `/admin/orders/${order._id}`,
          print: `/admin/orders/${order._id}/print?what=receipt&paper=80`,
          tracking: order.link,
        };
        for (const [name, path] of Object.entries(places)) {
          await open(page, path);
          const file = `${name}-${width}-${colorScheme}.png`;
          await page.screenshot({ path: join(E2E, "shots", file), fullPage: true });
        }
      });
    });
  }
}

/** An order at every step; gives the one that is being prepared. */
async function fillTheDay(product: Product): Promise<CounterOrder> {
  let shown: CounterOrder | null = null;
  for (const [menuItem, customerName, steps] of DAY) {
    const order = await orderAtCounter(product, menuItem, customerName);
    for (const status of steps.slice(1)) {
      await callAsDemo(product, "admin", "PATCH", `/orders/${order._id}`, { status });
    }
    if (steps.at(-1) === "preparing") shown = order;
  }
  if (!shown) throw new Error("No order is being prepared.");
  return shown;
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForTimeout(1500); // a live screen's line never falls silent
  await settle(page);
}
