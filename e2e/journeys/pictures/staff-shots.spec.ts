import { join } from "node:path";
import { imagesLoaded, settle } from "../../harness/browser/layout.ts";
import { callAsDemo, openAsDemo } from "../../harness/product/demo-day.ts";
import type { Product } from "../../harness/product/product.ts";
import { Sandbox } from "../../harness/product/sandbox.ts";
import { expect, test } from "../../harness/test.ts";

const IMAGES = join(import.meta.dirname, "../../../docs/pictures");
const ACCOUNT_STATES = ["complete", "complete", "currently_due", "past_due"] as const;

test.skip(process.env.SHOTS !== "1", "Images are taken with SHOTS=1.");
test.use({ demo: "used" });
test.use({ viewport: { width: 1280, height: 800 }, colorScheme: "light", deviceScaleFactor: 0.85 });

test("the README's images of the staff's screens", async ({ page, product }) => {
  test.slow();
  await product.python("past_orders.py", "spicy-burritos");
  const menu = await callAsDemo<{ _id: string; name: string }[]>(
    product,
    "admin",
    "GET",
    "/menu-items",
  );
  const menuItem = menu.find(({ name }) => name === "The Portland");
  await openAccounts(product);
  await workAtLunch(product, menu);
  await openAsDemo(page, product, "superadmin");
  for (const [path, heading, file] of [
    [`/admin/menu/edit/${menuItem?._id}`, "Edit The Portland", "menu-form.png"],
    ["/admin/trucks", "Trucks", "trucks.png"],
    ["/admin/audit", "Activity", "activity.png"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await imagesLoaded(page);
    await settle(page);
    await page.screenshot({ path: join(IMAGES, file) });
  }
  await openAsDemo(page, product, "admin");
  // Tall enough for the first chart.
  await page.setViewportSize({ width: 1280, height: 1120 });
  await page.goto("/admin/analytics");
  await expect(page.getByText("Best day:")).toBeVisible();
  await imagesLoaded(page);
  await settle(page);
  await page.screenshot({ path: join(IMAGES, "analytics.png") });
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

/** Some trucks with a payment account, in different states. */
async function openAccounts(product: Product): Promise<void> {
  const trucks = await callAsDemo<{ _id: string; email: string }[]>(
    product,
    "superadmin",
    "GET",
    "/trucks",
  );
  for (const [place, state] of ACCOUNT_STATES.entries()) {
    const truck = trucks[place];
    const { accountId } = await callAsDemo<{ accountId: string }>(
      product,
      "superadmin",
      "POST",
      "/stripe/connect/create-account",
      { truckId: truck?._id, email: truck?.email, businessType: "individual" },
    );
    await new Sandbox(product).moveAccount(accountId, state);
  }
}
