import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { asOwner, enterAsAdminOf, menuOf, newTruck, truckBySlug } from "../harness/arrange.ts";
import { watchConsole } from "../harness/console.ts";
import { notifications } from "../harness/menu.ts";
import { breakCall, SENTENCES } from "../harness/network.ts";
import { enterAs } from "../harness/staff.ts";
import { expect, test } from "../harness/test.ts";

const HEADER = "id,name,description,category,section,price,available,position,image,options";
const SIZES = {
  name: "Size",
  minSelect: 1,
  maxSelect: 1,
  options: [
    { name: "Small", additionalPrice: 0, isAvailable: true },
    { name: "Large, very", additionalPrice: 2.5, isAvailable: false },
  ],
};

test("a menu exported and imported again is the same menu", async ({ page, product }) => {
  const complaints = watchConsole(page);
  const truck = await newTruck(product, {
    dishes: [
      { name: 'Soup "of the day"', description: "Two lines,\nand a comma", basePrice: 7.5 },
      { name: "=Mean Formula", category: "+Extras", section: "" },
      { name: "Flatbread", isAvailable: false, optionGroups: [SIZES] },
    ],
  });
  const before = await menuOf(product, truck);
  await enterAsAdminOf(page, product, truck);
  await page.goto("/admin/menu");
  const file = await exportMenu(page);
  const drawer = await importFile(page, file);
  await expect(drawer.getByText("Nothing to import")).toBeVisible();
  await expect(drawer.getByRole("button", { name: "Confirm Import" })).toHaveCount(0);
  expect(await menuOf(product, truck)).toEqual(before);
  expect(complaints).toEqual([]);
});

test("a whole menu of the demo comes back as it went", async ({ page, product }) => {
  const truck = await truckBySlug(product, "test-truck");
  const before = await menuOf(product, truck);
  await enterAs(page, product, "otherAdmin");
  await page.goto("/admin/menu");
  const drawer = await importFile(page, await exportMenu(page));
  await expect(drawer.getByText(`${before.length} rows read`)).toBeVisible();
  await expect(drawer.getByText("Nothing to import")).toBeVisible();
});

test("three bad rows of a hundred are named, and nothing is written", async ({ page, product }) => {
  const truck = await newTruck(product, { dishes: [{ name: "Old Faithful" }] });
  const before = await menuOf(product, truck);
  await enterAsAdminOf(page, product, truck);
  await page.goto("/admin/menu");
  const rows = Array.from({ length: 100 }, (_, n) => `,Dish ${n + 1},,Mains,Plates,8.00,yes,,,`);
  rows[9] = ",Dish 10,,Mains,Plates,cheap,yes,,,";
  rows[49] = ",,,Mains,Plates,8.00,yes,,,";
  rows[98] = ",Dish 99,,Mains,Plates,8.00,perhaps,,,";
  const drawer = await importFile(page, csv(rows));
  await expect(drawer.getByText("3 problems to correct")).toBeVisible();
  await expect(drawer.getByText("Nothing was written.", { exact: false })).toBeVisible();
  const problems = drawer.getByRole("table", { name: "Problems in the file" });
  for (const [row, column] of [
    ["11", "price"],
    ["51", "name"],
    ["100", "available"],
  ] as const) {
    const line = problems.getByRole("row").filter({ hasText: column });
    await expect(line.getByRole("rowheader")).toContainText(row);
  }
  await expect(problems.getByRole("rowheader")).toHaveCount(3);
  await expect(drawer.getByRole("button", { name: "Confirm Import" })).toHaveCount(0);
  expect(await menuOf(product, truck)).toEqual(before);
});

test("an import shows what it would do, and does it once it is confirmed", async ({
  page,
  product,
}) => {
  const truck = await newTruck(product, {
    dishes: [{ name: "Gumbo", basePrice: 9 }, { name: "Grits" }],
  });
  const [gumbo, grits] = await menuOf(product, truck);
  await enterAsAdminOf(page, product, truck);
  await page.goto("/admin/menu");
  const drawer = await importFile(
    page,
    csv([
      `${gumbo?._id},Gumbo,Hot,Mains,Plates,9.75,yes,,,Size [1-1]: Bowl; Pot +4.00`,
      ",Beignets,,Sweets,Treats,5.00,no,,,",
    ]),
  );
  await expect(drawer.getByText("Ready to import")).toBeVisible();
  await expect(drawer.getByText("1 added, 1 changed")).toBeVisible();
  await expect(drawer.getByRole("heading", { name: "New menu items (1)" })).toBeVisible();
  await expect(drawer.getByText(/9\.00.*9\.75/)).toBeVisible();
  expect(await menuOf(product, truck)).toHaveLength(2);

  await drawer.getByRole("button", { name: "Confirm Import" }).click();
  await expect(notifications(page)).toContainText("Menu imported: 1 added, 1 changed");
  await expect(drawer).toBeHidden();
  const beignets = page.getByRole("row").filter({ hasText: "Beignets" });
  await expect(beignets.getByText("Unavailable", { exact: true })).toBeVisible();
  const menu = await menuOf(product, truck);
  expect(menu.find(({ _id }) => _id === gumbo?._id)).toMatchObject({
    description: "Hot",
    basePrice: 9.75,
    optionGroups: [{ name: "Size", options: [{ name: "Bowl" }, { name: "Pot" }] }],
  });
  expect(menu.find(({ _id }) => _id === grits?._id)).toMatchObject({ name: "Grits", version: 1 });
});

test("a dish that a colleague deletes after the check stops the whole import", async ({
  page,
  product,
}) => {
  const truck = await newTruck(product, { dishes: [{ name: "Gumbo" }, { name: "Grits" }] });
  const [gumbo, grits] = await menuOf(product, truck);
  await enterAsAdminOf(page, product, truck);
  await page.goto("/admin/menu");
  const drawer = await importFile(
    page,
    csv([
      `${gumbo?._id},Gumbo,,Mains,Plates,9.75,yes,,,`,
      `${grits?._id},Grits,,Mains,Plates,9.75,yes,,,`,
    ]),
  );
  await expect(drawer.getByText("Ready to import")).toBeVisible();
  await asOwner(product, ["DELETE", `/menu-items/${gumbo?._id}`]);
  await drawer.getByRole("button", { name: "Confirm Import" }).click();
  await expect(drawer.getByText("1 problem to correct")).toBeVisible();
  expect(await menuOf(product, truck)).toEqual([grits]);
});

for (const failure of ["unreachable", "html", "told-500"] as const) {
  test(`a file that cannot be checked (${failure}) says why, and can be chosen again`, async ({
    page,
    product,
  }) => {
    await enterAsAdminOf(page, product, await newTruck(product, { dishes: [{ name: "Gumbo" }] }));
    await page.goto("/admin/menu");
    const heal = await breakCall(page, "menu-items/import?*", failure);
    const file = csv([",Beignets,,Sweets,Treats,5.00,yes,,,"]);
    const drawer = await importFile(page, file);
    await expect(drawer.getByText("The file could not be imported")).toBeVisible();
    await expect(drawer.getByText(SENTENCES[failure])).toBeVisible();
    await heal();
    await drawer.getByLabel("Choose a CSV file").setInputFiles(file);
    await expect(drawer.getByText("Ready to import")).toBeVisible();
  });
}

test("an export that fails says so", async ({ page, product }) => {
  await enterAsAdminOf(page, product, await newTruck(product, { dishes: [{ name: "Gumbo" }] }));
  await page.goto("/admin/menu");
  await breakCall(page, "menu-items/export?*", "told-500");
  await page.getByRole("button", { name: "Export CSV" }).click();
  await expect(notifications(page)).toContainText(`The download failed: ${SENTENCES["told-500"]}`);
});

async function exportMenu(page: Page) {
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  return { name: "menu.csv", mimeType: "text/csv", buffer: await readFile(await download.path()) };
}

async function importFile(page: Page, file: ReturnType<typeof csv>): Promise<Locator> {
  await page.getByRole("button", { name: "Import CSV" }).click();
  const drawer = page.getByRole("dialog", { name: "Import menu" });
  await drawer.getByLabel("Choose a CSV file").setInputFiles(file);
  return drawer;
}

function csv(rows: string[]) {
  const buffer = Buffer.from([HEADER, ...rows].join("\r\n"), "utf8");
  return { name: "menu.csv", mimeType: "text/csv", buffer };
}
