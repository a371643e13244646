import type { Page } from "@playwright/test";
import { addPastOrders } from "../../harness/product/own-trucks.ts";
import { openOrdersBoard } from "../../harness/screens/order-screens.ts";
import { expect, test } from "../../harness/test.ts";

const A_PAGE = 50;

test("orders of weeks ago are found page by page, and by name, phone and number", async ({
  page,
  truck,
  admin,
}) => {
  await addPastOrders(truck);
  await openOrdersBoard(page, admin, "?status=all");
  const first = await readNumbers(page);

  await test.step("page by page, and back again", async () => {
    await page.getByRole("button", { name: "Older orders" }).click();
    const second = await readNumbers(page, first);
    await page.getByRole("button", { name: "Older orders" }).click();
    const third = await readNumbers(page, second);
    expect(new Set([...first, ...second, ...third]).size).toBe(3 * A_PAGE);
    await page.goBack();
    expect(await readNumbers(page, third)).toEqual(second);
    await page.reload();
    expect(await readNumbers(page)).toEqual(second);
    await page.getByRole("link", { name: second[3] ?? "" }).click();
    await expect(page.getByRole("heading", { level: 1, name: /^Order #/ })).toBeVisible();
    await page.goBack();
    expect(await readNumbers(page)).toEqual(second);
    await page.getByRole("button", { name: "Newest orders" }).click();
    expect(await readNumbers(page, second)).toEqual(first);
  });

  await test.step("by name, by phone and by number", async () => {
    const search = page.getByLabel("Search number, name or phone");
    await search.fill("lovelace");
    await expect.poll(() => customers(page)).toEqual(["Ada Lovelace"]);
    await search.fill("(503) 555-1001");
    await expect.poll(() => customers(page)).toEqual(["Grace Hopper"]);
    await search.fill("#120");
    await expect(page.getByRole("article")).toHaveCount(1);
    await expect(page.getByRole("article", { name: "Order #120" })).toBeVisible();
    await page.goBack();
    await expect(search).toHaveValue("");
    expect(await readNumbers(page, ["#120"])).toEqual(first);
  });
});

/** The numbers on a page of orders, once it is another page than before. */
async function readNumbers(page: Page, before: string[] = []): Promise<string[]> {
  let found: string[] = [];
  await expect(async () => {
    found = await page.getByRole("article").getByRole("heading", { level: 2 }).allInnerTexts();
    // None while the page is being loaded.
    expect(found).not.toEqual([]);
    expect(found).not.toEqual(before);
  }).toPass();
  return found;
}

/** Whose orders are shown, each name once. */
async function customers(page: Page): Promise<string[]> {
  const cards = await page.getByRole("article").allInnerTexts();
  const names =
    /Ada Lovelace|Grace Hopper|Rosa Parker|Linus Berg|Mei Tanaka|Omar Haddad|Ines Costa/;
  return [...new Set(cards.map((text) => names.exec(text)?.[0] ?? text))];
}
