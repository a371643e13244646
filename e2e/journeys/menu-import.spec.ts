import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { enterAsAdminOf, menuOf, newTruck } from "../harness/arrange.ts";
import { watchConsole } from "../harness/console.ts";
import { notifications } from "../harness/menu.ts";
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
