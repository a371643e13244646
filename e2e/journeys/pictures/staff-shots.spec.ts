import { join } from "node:path";
import { imagesLoaded, settle } from "../../harness/browser/layout.ts";
import { callAsDemo, openAsDemo } from "../../harness/product/demo-day.ts";
import { IMAGES } from "../../harness/product/document-images.ts";
import type { Product } from "../../harness/product/product.ts";
import { expect, test } from "../../harness/test.ts";

test.skip(process.env.SHOTS !== "1", "Images are taken with SHOTS=1.");
test.use({ demo: "used" });
test.use({ viewport: { width: 1280, height: 800 }, colorScheme: "light" });

test("the README's images of the staff's screens", { tag: "@documents" }, async ({
  page,
  product,
}) => {
  test.slow();
  const menu = await callAsDemo<{ _id: string; name: string }[]>(
    product,
    "admin",
    "GET",
    "/menu-items",
  );
  const menuItem = menu.find(({ name }) => name === "The Portland");
  await workAtLunch(product, menu);
  await openAsDemo(page, product, "superadmin");
  for (const [path, heading, file] of [
    [`/admin/menu/edit/${menuItem?._id}`, "Edit The Portland", "menu-form.png"],
    ["/admin/audit", "Activity", "activity.png"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await imagesLoaded(page);
    await settle(page);
    await page.screenshot({ path: join(IMAGES, file) });
  }
});

/** What the staff change on an ordinary day. */
async function workAtLunch(product: Product, menu: { _id: string; name: string }[]): Promise<void> {
  const [first, second, third] = menu;
  for (const [method, path, body] of [
    ["PUT", `/menu-items/${first?._id}`, { basePrice: 12.5 }],
    ["PATCH", `/menu-items/${second?._id}/toggle-availability`, { isAvailable: false }],
    ["PUT", `/menu-items/${third?._id}`, { basePrice: 9.75 }],
    ["PATCH", `/menu-items/${second?._id}/toggle-availability`, { isAvailable: true }],
  ] as const) {
    await callAsDemo(product, "admin", method, path, body);
  }
}
