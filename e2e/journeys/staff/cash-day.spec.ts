import type { Page } from "@playwright/test";
import { watchConsole } from "../../harness/browser/console.ts";
import { expectNoSideScroll } from "../../harness/browser/layout.ts";
import { openAs } from "../../harness/product/accounts.ts";
import { dollars, totalOf } from "../../harness/product/money.ts";
import { expect, test } from "../../harness/test.ts";

const CHIPS = totalOf(650);
const FLOAT = 10_000;
const ICE = 500;

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** Takes one order of chips for cash, and opens it. */
/** From an empty counter, for cash to the cent. */
async function sellChips(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Chips and Salsa/ }).click();
  await page.getByRole("button", { name: `Review · ${dollars(CHIPS.totalCents)}` }).click();
  const sheet = page.getByRole("dialog", { name: "This order" });
  await sheet.getByRole("button", { name: "Cash" }).click();
  await sheet.getByRole("button", { name: "Exact" }).click();
  await expect(page.getByText(`${dollars(CHIPS.totalCents)} paid in cash`)).toBeVisible();
}

test("a day of cash on a phone: drawer, two sales, ice, a refund handed back, the count, sheet, books and taxes", async ({
  page,
  admin,
}) => {
  test.slow();
  const complaints = watchConsole(page);
  await openAs(page, admin);

  await test.step("the drawer is opened", async () => {
    await page.goto("/admin/drawer");
    await page.getByLabel("Float").fill("100");
    await page.getByRole("button", { name: "Open the drawer" }).click();
    await expect(page.getByText("Cash in or out").first()).toBeVisible();
    await expectNoSideScroll(page);
  });

  await test.step("two sales, of which one is paid back", async () => {
    await page.goto("/admin/orders/new");
    await sellChips(page);
    await page.getByRole("button", { name: "Next order" }).click();
    await sellChips(page);
    await page.getByRole("link", { name: "Open order" }).click();
    await page.getByRole("button", { name: "Refund", exact: true }).click();
    const refund = page.getByRole("dialog", { name: "Refund" });
    await refund.getByRole("button", { name: "Refund an amount instead" }).click();
    const all = (CHIPS.totalCents / 100).toFixed(2);
    await refund.getByLabel("Amount", { exact: true }).fill(all);
    await refund.getByRole("button", { name: "Quality" }).click();
    await refund.getByRole("button", { name: `Refund ${dollars(CHIPS.totalCents)}` }).click();
    await expect(refund).toBeHidden();
    await page.goto("/admin/orders");
    await page.getByRole("button", { name: /as paid out$/ }).click();
    await expect(page.getByRole("heading", { name: "All refunds are paid out" })).toBeVisible();
    await expectNoSideScroll(page);
  });

  await test.step("ice is bought out of the drawer", async () => {
    await page.goto("/admin/drawer");
    await page.getByLabel("Amount").fill("5");
    await page.getByLabel("What for").fill("Ice");
    await page.getByRole("button", { name: "Record" }).click();
    const expected = FLOAT + CHIPS.totalCents - ICE;
    await expect(page.getByText(dollars(expected), { exact: true })).toBeVisible();
  });

  await test.step("the count is 2 cents short, and the sheet says how", async () => {
    await page.getByRole("button", { name: "Close the day" }).click();
    const counted = FLOAT + CHIPS.totalCents - ICE - 2;
    const pieces = { $100: 1, $1: Math.floor((counted - 10_000) / 100), "1¢": counted % 100 };
    for (const [name, count] of Object.entries(pieces)) {
      await page.getByLabel(name, { exact: true }).fill(String(count));
    }
    await expect(page.getByText(`Counted: ${dollars(counted)}`)).toBeVisible();
    await expectNoSideScroll(page);
    await page.getByRole("button", { name: "Check" }).click();
    await expect(page.getByRole("heading", { name: "$0.02 short" })).toBeVisible();
    await page.getByRole("button", { name: "Close the day" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Close 1" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Sales by tender" })).toBeVisible();
    const tenders = page.getByRole("table", { name: "Sales by tender" });
    await expect(tenders).toContainText(dollars(2 * CHIPS.totalCents));
    await expect(page.getByText("orders cancelled")).toHaveCount(0);
    await expectNoSideScroll(page);
  });

  await test.step("books and taxes say the same", async () => {
    await page.goto("/admin/books");
    const entries = page.getByRole("table", { name: "Entries" });
    await expect(entries.getByRole("rowheader", { name: /^Sale #/ })).toHaveCount(2);
    await expect(entries.getByRole("rowheader", { name: /^Refund #/ })).toHaveCount(1);
    await expectNoSideScroll(page);
    await page.goto("/admin/taxes");
    await expect(page.getByLabel("Totals")).toContainText(dollars(CHIPS.taxCents));
    await expectNoSideScroll(page);
  });
  expect(complaints).toEqual([]);
});
