import { join } from "node:path";
import { imagesLoaded, settle } from "../../harness/browser/layout.ts";
import { openAsDemo } from "../../harness/product/demo-day.ts";
import { IMAGES } from "../../harness/product/document-images.ts";
import { expect, test } from "../../harness/test.ts";

test.skip(process.env.SHOTS !== "1", "Images are taken with SHOTS=1.");
test.use({ demo: "used", viewport: { width: 1280, height: 1120 }, colorScheme: "light" });

test("figures of the demo's sixty days", { tag: "@history" }, async ({ page, product }) => {
  test.slow();
  await openAsDemo(page, product, "superadmin");
  await page.goto("/admin/dashboard");
  const trucks = page.getByRole("region", { name: "All food trucks side by side" });
  await expect(trucks.getByRole("table")).toBeVisible();
  await trucks.evaluate((element) => element.scrollIntoView());
  await settle(page);
  await page.screenshot({ path: join(IMAGES, "dashboard.png") });
  await openAsDemo(page, product, "admin");
  await page.goto("/admin/analytics");
  await expect(page.getByText("Best day:")).toBeVisible();
  await imagesLoaded(page);
  await settle(page);
  await page.screenshot({ path: join(IMAGES, "analytics.png") });
});
