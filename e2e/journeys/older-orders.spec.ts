import type { Page } from "@playwright/test";
import { asOwner, enterAsAdminOf, newTruck, onlyDish } from "../harness/arrange.ts";
import { expectNoBarriers } from "../harness/barriers.ts";
import { expectNoSideScroll } from "../harness/layout.ts";
import { expect, test } from "../harness/test.ts";

const A_PAGE = 50;

test("two months of orders are found page by page, and by what people remember of them", async ({
  page,
  product,
}) => {
  test.slow();
  const truck = await newTruck(product, { dishes: [{ name: "Birria Taco" }] });
  await product.python("past_orders.py", truck.slug);
  await enterAsAdminOf(page, product, truck);
  await page.goto("/admin/orders");
  const first = await tickets(page);

  await test.step("page by page, and back again", async () => {
    await page.getByRole("button", { name: "Older orders" }).click();
    await expect(page).toHaveURL(/older=/);
    const second = await tickets(page, first);
    await page.getByRole("button", { name: "Older orders" }).click();
    const third = await tickets(page, second);
    expect(new Set([...first, ...second, ...third]).size).toBe(3 * A_PAGE);
    await page.goBack();
    expect(await tickets(page, third)).toEqual(second);
    await page.reload();
    expect(await tickets(page)).toEqual(second);
    await page.getByRole("link", { name: second[3] ?? "" }).click();
    await expect(page.getByRole("heading", { level: 1, name: /^Order #/ })).toBeVisible();
    await page.goBack();
    expect(await tickets(page)).toEqual(second);
    await page.getByRole("button", { name: "Newest orders" }).click();
    expect(await tickets(page, second)).toEqual(first);
  });

  await test.step("by name, by phone and by number", async () => {
    const search = page.getByLabel("Search number, name or phone");
    await search.fill("lovelace");
    await expect(page).toHaveURL(/q=lovelace/);
    await expect.poll(async () => (await customers(page)).join()).toMatch(/^(Ada Lovelace,?)+$/);
    await search.fill("(503) 555-1001");
    await expect.poll(async () => (await customers(page)).join()).toMatch(/^(Grace Hopper,?)+$/);
    await search.fill("#120");
    await expect(page.getByRole("article")).toHaveCount(1);
    await expect(page.getByRole("article", { name: "Order #120" })).toBeVisible();
    await search.fill("nobody at all");
    await expect(page.getByRole("heading", { name: "No orders match" })).toBeVisible();
    await page.getByRole("button", { name: "Show all orders" }).click();
    expect(await tickets(page)).toEqual(first);
    await expect(search).toHaveValue("");
    await page.goBack();
    await expect(search).toHaveValue("nobody at all");
    await page.goForward();
    await expect(search).toHaveValue("");
    expect(await tickets(page)).toEqual(first);
  });

  await test.step("by status and by day", async () => {
    await page.getByRole("button", { name: /^Cancelled \d/ }).click();
    await expect.poll(() => badWords(page, "Cancelled")).toEqual([]);
    await page.getByRole("button", { name: /^All/ }).click();
    await page.getByRole("button", { name: "Dates" }).click();
    await page.getByLabel("From", { exact: true }).fill("2020-02-02");
    await page.getByLabel("To", { exact: true }).fill("2020-02-01");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await expect(page.getByRole("alert")).toHaveText(
      "The first day must not be after the last day.",
    );
    await page.getByLabel("To", { exact: true }).fill("2020-02-03");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await expect(page.getByText("Nothing was found on these days.")).toBeVisible();
    await page.getByRole("button", { name: "Any day" }).click();
    expect(await tickets(page)).toEqual(first);
  });

  await test.step("new orders wait outside of a search, and are counted", async () => {
    await page.getByLabel("Search number, name or phone").fill("hopper");
    await expect.poll(async () => (await customers(page)).join()).toMatch(/^(Grace Hopper,?)+$/);
    const found = await tickets(page);
    await expect(page.getByRole("button", { name: "Pending 0" })).toBeVisible();
    const dish = await onlyDish(product, truck);
    const order = await asOwner<{ orderNumber: string }>(product, ["POST", "/orders"], {
      truckId: truck._id,
      customerName: "Walk In",
      items: [{ menuItemId: dish._id, quantity: 1, optionIds: [] }],
      payment: "cash",
    });
    await expect(page.getByText("1 new order", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Pending 1" })).toBeVisible();
    expect(await tickets(page)).toEqual(found);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSideScroll(page);
    await expectNoBarriers(page, "a search with news");
    await page.getByRole("button", { name: "Show it" }).click();
    const newest = page.getByRole("article").first();
    await expect(newest).toHaveAccessibleName(`Order #${order.orderNumber}`);
  });
});

/** The numbers on a full page, once it is another page than before. */
async function tickets(page: Page, before: string[] = []): Promise<string[]> {
  let found: string[] = [];
  await expect(async () => {
    found = await page.getByRole("article").getByRole("heading", { level: 2 }).allInnerTexts();
    // None while the page is on its way.
    expect(found).not.toEqual([]);
    expect(found).not.toEqual(before);
  }).toPass({ timeout: 12_000 });
  return found;
}

async function customers(page: Page): Promise<string[]> {
  return page
    .locator("article p:first-of-type")
    .evaluateAll((names) =>
      names
        .filter((name) => name.parentElement?.firstElementChild === name)
        .map((name) => name.textContent ?? ""),
    );
}

/** The tickets that do not say the word. */
async function badWords(page: Page, word: string): Promise<string[]> {
  const texts = await page.getByRole("article").allInnerTexts();
  return texts.length === 0 ? ["none"] : texts.filter((text) => !text.includes(word));
}
