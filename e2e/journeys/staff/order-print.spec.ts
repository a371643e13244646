import type { Locator, Page } from "@playwright/test";
import { watchConsole } from "../../harness/browser/console.ts";
import { openAs } from "../../harness/product/accounts.ts";
import { type OrderLine, placeOrder } from "../../harness/product/orders.ts";
import { expect, test } from "../../harness/test.ts";

const POINTS_PER_MM = 72 / 25.4;
const LONG = "Bartholomew Featherstonehaugh-Cholmondeley the Third of Greater Winchester";

/** Twenty lines with instructions. */
const LINES: OrderLine[] = Array.from({ length: 20 }, (_, place) => ({
  ...(place % 2 === 0
    ? { name: "Garden Burrito", options: ["Carnitas"] }
    : { name: "Chips and Salsa" }),
  quantity: 1 + place,
  instructions: `Line ${place + 1}: no cilantro, sauce on the side, cut in half`,
}));

/** The sheets of what the page prints, in millimeters. */
async function sheets(page: Page): Promise<[number, number][]> {
  const file = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  return [...file.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/g)].map(([, width, height]) => [
    Math.round(Number(width) / POINTS_PER_MM),
    Math.round(Number(height) / POINTS_PER_MM),
  ]);
}

/** On how many lines a text stands. */
async function linesOf(text: Locator): Promise<number> {
  return await text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  });
}

test("tickets and receipts fit their rolls of paper, however long the order is", async ({
  page,
  truck,
  admin,
}) => {
  const complaints = watchConsole(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.addInitScript(() => {
    Object.assign(window, { prints: 0 });
    window.print = () => Object.assign(window, { prints: Reflect.get(window, "prints") + 1 });
  });
  const order = await placeOrder(truck, { customerName: LONG, payment: "card", items: LINES });
  await openAs(page, admin);
  // Numbers of five digits come with the ten thousandth order.
  await page.route(`**/api/orders/${order._id}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), orderNumber: "12345" } });
  });
  for (const [what, name] of [
    ["ticket", "Kitchen ticket"],
    ["receipt", "Receipt"],
  ] as const) {
    for (const width of [80, 58]) {
      await page.goto(`/admin/orders/${order._id}/print?what=${what}&paper=${width}`);
      const paper = page.getByRole("article", { name });
      await expect(paper.getByText(LONG)).toBeVisible();
      await expect.poll(() => page.evaluate(() => Reflect.get(window, "prints"))).toBe(1);
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      const cut = await paper.evaluate(
        (roll) =>
          [...roll.querySelectorAll("*")].filter(
            (one) =>
              one.getBoundingClientRect().right > roll.getBoundingClientRect().right ||
              one.scrollWidth > one.clientWidth + 1,
          ).length,
      );
      expect(cut).toBe(0);
      if (what === "ticket") expect(await linesOf(paper.getByText("#12345"))).toBe(1);
      const colors = await paper.evaluate((roll) => {
        const { color, backgroundColor } = getComputedStyle(roll);
        return [color, backgroundColor];
      });
      expect(colors).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
      const height = await paper.evaluate((roll) => roll.getBoundingClientRect().height);
      const [sheet, ...more] = await sheets(page);
      expect(more).toEqual([]);
      expect(sheet?.[0]).toBe(width);
      expect(sheet?.[1]).toBeGreaterThanOrEqual((height * 25.4) / 96);
      await page.emulateMedia({ media: "screen", colorScheme: "dark" });
    }
  }
  const ticket = page.getByRole("article", { name: "Kitchen ticket" });
  await page.getByText("Kitchen ticket", { exact: true }).click();
  await expect(ticket.getByText("20×")).toBeVisible();
  await expect(ticket).not.toContainText("$");
  expect(complaints).toEqual([]);
});
