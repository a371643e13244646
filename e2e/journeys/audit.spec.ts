import { newAdmin, newDish, newTruck, onlyDish } from "../harness/arrange.ts";
import { watchConsole } from "../harness/console.ts";
import { enterAs, enterWith } from "../harness/staff.ts";
import { expect, test } from "../harness/test.ts";

test("an admin changes a price, and the superadmin reads from what to what", async ({
  page,
  browser,
  product,
}) => {
  const truck = await newTruck(product);
  await newDish(product, truck, { name: "Pierogi", basePrice: 8.5 });
  const admin = await newAdmin(product, truck);
  const dish = await onlyDish(product, truck);
  await enterWith(page, admin.token);
  await page.goto(`/admin/menu/edit/${dish._id}`);
  await page.getByLabel("Price").first().fill("9.25");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/admin\/menu/);

  const context = await browser.newContext({ baseURL: product.url });
  const boss = await context.newPage();
  const complaints = watchConsole(boss);
  await enterAs(boss, product, "superadmin");
  await boss.goto(`/admin/audit?truck=${truck._id}`);
  await boss.getByLabel("What").selectOption({ label: "Menu items" });
  await expect(boss).toHaveURL(/what=menu_item/);
  const entry = boss.getByRole("listitem").filter({ hasText: "Price changed" });
  await expect(entry).toContainText("Price: $8.50 → $9.25");
  await expect(entry).toContainText(`${admin.name} · ${truck.name}`);
  await entry.getByText("Price changed").click();
  await expect(entry.getByText("127.0.0.0/24")).toBeVisible();
  // The worker chains it within a second or two; the list is read anew for it.
  await expect(async () => {
    await boss.reload();
    await boss.getByText("Price changed").click();
    await expect(boss.getByText(/^No\. \d+$/).first()).toBeVisible({ timeout: 500 });
  }).toPass();
  await boss.getByLabel("Who").selectOption({ label: "Robin Castellano" });
  await expect(boss.getByText("Nothing like that was done")).toBeVisible();
  await boss.getByRole("button", { name: "Clear filters" }).click();
  await expect(boss.getByText("Price: $8.50 → $9.25")).toBeVisible();
  expect(complaints).toEqual([]);
  await context.close();
});
