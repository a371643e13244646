import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { watchConsole } from "../../harness/browser/console.ts";
import { expectWholeWords } from "../../harness/browser/layout.ts";
import { openAs } from "../../harness/product/accounts.ts";
import { getMenuItem, listMenuItems } from "../../harness/product/menu-items.ts";
import { expect, test } from "../../harness/test.ts";

const MENU = [
  { name: 'Soup "of the day"', description: "Two lines,\nand a comma", basePrice: 7.5 },
  { name: "=Mean Formula", category: "+Extras", section: "" },
  {
    name: "Flatbread",
    isAvailable: false,
    optionGroups: [
      {
        name: "Size",
        minSelect: 1,
        maxSelect: 1,
        options: [
          { name: "Small" },
          { name: "Large, very", additionalPrice: 2.5, isAvailable: false },
        ],
      },
    ],
  },
];
test.use({ menu: [MENU, { scope: "test" }] });

test("a phone's cards break no word, an exported menu comes back unchanged, an edited file changes what it names", async ({
  page,
  truck,
  admin,
}) => {
  const complaints = watchConsole(page);
  const before = await listMenuItems(truck);
  await openAs(page, admin);
  const wide = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto("/admin/menu");
  await expect(page.getByText("+Extras")).toBeVisible();
  await expectWholeWords(page);
  await page.setViewportSize(wide);
  const exported = await exportMenu(page);
  const drawer = await importMenu(page, exported);
  await expect(drawer.getByText("3 rows read")).toBeVisible();
  await expect(drawer.getByText("Nothing to import")).toBeVisible();
  await expect(drawer.getByRole("button", { name: "Confirm import" })).toHaveCount(0);
  expect(await listMenuItems(truck)).toEqual(before);

  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  expect(exported).toContain(",7.50,");
  const edited = `${exported.replace(",7.50,", ",7.95,").trimEnd()}\r\n,Beignets,,Sweets,Treats,5.00,no,,,\r\n`;
  await importMenu(page, edited);
  await expect(drawer.getByText(/1 added, 1 changed/)).toBeVisible();
  await expect(drawer.getByText(/7\.50.*7\.95/)).toBeVisible();
  expect(await listMenuItems(truck)).toEqual(before);

  await drawer.getByRole("button", { name: "Confirm import" }).click();
  await expect(drawer).toBeHidden();
  const beignets = page.getByRole("row").filter({ hasText: "Beignets" });
  await expect(beignets.getByText("Unavailable", { exact: true })).toBeVisible();
  expect((await getMenuItem(truck, 'Soup "of the day"')).basePrice).toBe(7.95);
  const after = await listMenuItems(truck);
  const untouched = before.filter(({ name }) => !name.startsWith("Soup"));
  expect(after.filter(({ name }) => untouched.some((item) => item.name === name))).toEqual(
    untouched,
  );
  expect(after).toHaveLength(4);
  expect(complaints).toEqual([]);
});

async function exportMenu(page: Page): Promise<string> {
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  return readFile(await download.path(), "utf8");
}

async function importMenu(page: Page, text: string): Promise<Locator> {
  await page.getByRole("button", { name: "Import menu" }).click();
  const drawer = page.getByRole("dialog", { name: "Import menu" });
  const file = { name: "menu.csv", mimeType: "text/csv", buffer: Buffer.from(text, "utf8") };
  await drawer.getByLabel("Choose files").setInputFiles(file);
  return drawer;
}
