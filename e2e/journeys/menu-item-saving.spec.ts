import { asOwner, enterAsAdminOf, newTruck, onlyDish } from "../harness/arrange.ts";
import { notifications } from "../harness/menu.ts";
import { expect, test } from "../harness/test.ts";

test("nobody leaves unsaved work without being asked", async ({ page, product }) => {
  const truck = await newTruck(product, { dishes: [{ name: "Tacos" }] });
  await enterAsAdminOf(page, product, truck);
  await page.goto("/admin/menu");
  await page.getByRole("link", { name: "Edit Tacos" }).click();
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
    await question.getByRole("button", { name: "Cancel" }).click();
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
  expect((await onlyDish(product, truck)).description).toBe("");
});

test("the second of two editors is told, and nothing is overwritten unasked", async ({
  page,
  product,
}) => {
  const truck = await newTruck(product, { dishes: [{ name: "Tacos", basePrice: 9 }] });
  const dish = await onlyDish(product, truck);
  await enterAsAdminOf(page, product, truck);
  await page.goto(`/admin/menu/edit/${dish._id}`);
  await page.getByLabel("Description").fill("Mine");
  await asOwner(product, ["PUT", `/menu-items/${dish._id}`], { basePrice: 9.5, version: 1 });
  await page.getByRole("button", { name: "Save" }).click();
  const notice = page.getByRole("region", { name: /Someone else changed this dish/ });
  await expect(notice).toBeFocused();
  await expect(notice.getByText("$9.50")).toBeVisible();
  expect(await onlyDish(product, truck)).toMatchObject({ basePrice: 9.5, description: "" });

  await notice.getByRole("button", { name: "Keep editing mine" }).click();
  await expect(page.getByLabel("Price", { exact: true })).toHaveValue("9.50");
  await expect(page.getByLabel("Description")).toHaveValue("Mine");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(notifications(page)).toContainText("Tacos saved");
  expect(await onlyDish(product, truck)).toMatchObject({ basePrice: 9.5, description: "Mine" });
});

test("an editor who takes a colleague's version drops the own one", async ({ page, product }) => {
  const truck = await newTruck(product, { dishes: [{ name: "Tacos", basePrice: 9 }] });
  const dish = await onlyDish(product, truck);
  await enterAsAdminOf(page, product, truck);
  await page.goto(`/admin/menu/edit/${dish._id}`);
  await page.getByLabel("Price", { exact: true }).fill("12");
  await asOwner(product, ["PUT", `/menu-items/${dish._id}`], { basePrice: 9.5, version: 1 });
  await page.getByRole("button", { name: "Save" }).click();
  const notice = page.getByRole("region", { name: /Someone else changed this dish/ });
  await expect(notice.getByText("$12.00")).toBeVisible();
  await notice.getByRole("button", { name: "Take theirs" }).click();
  await expect(page.getByLabel("Price", { exact: true })).toHaveValue("9.50");
  expect(await onlyDish(product, truck)).toMatchObject({ basePrice: 9.5, version: 2 });
});
