import { join } from "node:path";
import { settle } from "../../harness/browser/layout.ts";
import { openAs } from "../../harness/product/accounts.ts";
import { IMAGES } from "../../harness/product/document-images.ts";
import { linkOf, placeOrder } from "../../harness/product/orders.ts";
import { createComingStop, runLate } from "../../harness/product/stops.ts";
import { expect, test } from "../../harness/test.ts";

const E2E = join(import.meta.dirname, "..", "..");
const PIER = { name: "Pier 5", address: "5 River St", taxRate: 4.5 };
const NAMES = ["Rosa Parker", "Sam Okafor", "Mei Tanaka", "Jonas Weber", "Ana Lima"];

test.skip(process.env.SHOTS !== "1", "Images are taken with SHOTS=1.");

for (const width of [360, 420, 1280]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(`${width} ${colorScheme}`, () => {
      test.use({ viewport: { width, height: 860 }, colorScheme });

      const isForHandbook = width === 420 && colorScheme === "light";

      test("a bad day", { tag: isForHandbook ? "@documents" : [] }, async ({
        page,
        truck,
        admin,
      }) => {
        test.slow();
        const shoot = async (name: string) => {
          await settle(page);
          await page.screenshot({
            path: join(E2E, "shots", `${name}-${width}-${colorScheme}.png`),
          });
          if (isForHandbook) await page.screenshot({ path: join(IMAGES, `${name}.png`) });
        };
        const stop = await createComingStop(truck, PIER);
        const links: string[] = [];
        for (const customerName of NAMES)
          links.push(await linkOf(await placeOrder(truck, { customerName, stopId: stop.id })));
        await openAs(page, admin);
        await page.goto("/admin/orders");
        await page.getByRole("button", { name: /^Service/ }).click();
        await page.getByRole("button", { name: "Change of plan" }).click();
        await page.getByRole("button", { name: /^We run late/ }).click();
        await page.getByRole("button", { name: "Show what happens" }).click();
        await expect(page.getByRole("heading", { name: "This will happen" })).toBeVisible();
        await shoot("change-of-plan");
        await page.goto(links[0] ?? "/");
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await runLate(truck, stop, { minutes: 20, sentence: "The generator is back." });
        await expect(page.getByRole("button", { name: "Keep it" })).toBeVisible();
        await shoot("changed-order");
      });
    });
  }
}
