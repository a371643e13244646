import { watchConsole } from "../../harness/browser/console.ts";
import { openAs, readAs } from "../../harness/product/accounts.ts";
import { getMenuItem, PLAIN_ITEM } from "../../harness/product/menu-items.ts";
import { expect, test } from "../../harness/test.ts";

test("an admin changes a price, and a superadmin reads who changed it from what to what", async ({
  page,
  newPage,
  product,
  truck,
  admin,
  superadmin,
}) => {
  const { _id } = await getMenuItem(truck, PLAIN_ITEM);
  await openAs(page, admin);
  await page.goto(`/admin/menu/edit/${_id}`);
  await page.getByLabel("Price", { exact: true }).fill("9.25");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/admin\/menu$/);
  // The worker adds the entry to the chain a moment later, which gives it its number.
  const path = `/audit?truckId=${truck.id}&action=menu_item.price_changed`;
  const numbers = async () => {
    const { events } = await readAs<{ events: { number: number | null }[] }>(
      product,
      superadmin,
      path,
    );
    return events.map(({ number }) => number);
  };
  await expect.poll(numbers).toEqual([expect.any(Number)]);

  const reader = await newPage();
  const complaints = watchConsole(reader);
  await openAs(reader, superadmin);
  await reader.goto(`/admin/audit?truck=${truck.id}`);
  await reader.getByLabel("What").selectOption({ label: "Menu items" });
  await expect(reader).toHaveURL(/what=menu_item/);
  const entry = reader.getByRole("listitem").filter({ hasText: "Price changed" });
  await expect(entry).toContainText("Price: $6.50 → $9.25");
  await expect(entry).toContainText(`${admin.name} · ${truck.name}`);
  await entry.getByText("Price changed").click();
  await expect(entry.getByText("127.0.0.0/24")).toBeVisible();
  await expect(entry.getByText(/^No\. \d+$/)).toBeVisible();
  await reader.getByLabel("Who").selectOption({ label: superadmin.name });
  await expect(reader.getByText("No matching activity")).toBeVisible();
  await reader.getByRole("button", { name: "Clear filters" }).click();
  await expect(reader.getByText("Price: $6.50 → $9.25")).toBeVisible();
  expect(complaints).toEqual([]);
});
