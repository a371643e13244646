import { openAs } from "../../harness/product/accounts.ts";
import { getMenuItem, PLAIN_ITEM } from "../../harness/product/menu-items.ts";
import { expect, test } from "../../harness/test.ts";

test("of two browsers that edit one menu item, the second to save is told and overwrites nothing", async ({
  page,
  newPage,
  truck,
  admin,
  superadmin,
}) => {
  const { _id, basePrice } = await getMenuItem(truck, PLAIN_ITEM);
  const other = await newPage();
  await openAs(page, admin);
  await openAs(other, superadmin);
  for (const editor of [page, other]) {
    await editor.goto(`/admin/menu/edit/${_id}`);
    await expect(editor.getByLabel("Price", { exact: true })).toHaveValue(basePrice.toFixed(2));
  }
  await page.getByLabel("Description").fill("Mine");
  await other.getByLabel("Price", { exact: true }).fill("9.50");
  await other.getByRole("button", { name: "Save" }).click();
  await expect(other).toHaveURL(/\/admin\/menu/);
  await expect(other).not.toHaveURL(/edit/);

  await page.getByRole("button", { name: "Save" }).click();
  const notice = page.getByRole("region", { name: /Someone else changed this menu item/ });
  await expect(notice).toBeFocused();
  await expect(notice.getByText("$9.50")).toBeVisible();
  expect(await getMenuItem(truck, PLAIN_ITEM)).toMatchObject({ basePrice: 9.5, description: "" });

  await notice.getByRole("button", { name: "Keep editing mine" }).click();
  await expect(page.getByLabel("Price", { exact: true })).toHaveValue("9.50");
  await expect(page.getByLabel("Description")).toHaveValue("Mine");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/admin\/menu$/);
  expect(await getMenuItem(truck, PLAIN_ITEM)).toMatchObject({
    basePrice: 9.5,
    description: "Mine",
  });
});

test("unsaved changes hold back links, the browser's Back and the closing of the tab", async ({
  page,
  truck,
  admin,
}) => {
  await openAs(page, admin);
  await page.goto("/admin/menu");
  await page.getByRole("link", { name: `Edit ${PLAIN_ITEM}` }).click();
  const description = page.getByLabel("Description");
  await description.fill("Half a thought");
  const question = page.getByRole("alertdialog", { name: "Leave without your changes?" });
  const ways = [
    () => page.getByRole("button", { name: "Back", exact: true }).click(),
    () => page.getByRole("button", { name: "Cancel", exact: true }).click(),
    () => page.getByRole("link", { name: "Orders" }).first().click(),
    () => page.evaluate(() => window.history.back()),
  ];
  for (const leave of ways) {
    await leave();
    await expect(question).toBeVisible();
    await question.getByRole("button", { name: "Stay" }).click();
    await expect(question).toBeHidden();
    await expect(description).toHaveValue("Half a thought");
  }
  const asked = page.waitForEvent("dialog");
  const closing = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await closing;
  await page.getByRole("link", { name: "Orders" }).first().click();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/admin\/orders$/);
  expect((await getMenuItem(truck, PLAIN_ITEM)).description).toBe("");
});
