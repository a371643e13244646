import type { Page } from "@playwright/test";
import { watchConsole } from "../harness/console.ts";
import { callAs, enterAs } from "../harness/staff.ts";
import { expect, test } from "../harness/test.ts";

const POINTS_PER_MM = 72 / 25.4;
const LONG = "Bartholomew Featherstonehaugh-Cholmondeley the Third of Greater Winchester";

interface Dish {
  _id: string;
  name: string;
  isAvailable: boolean;
  optionGroups: { minSelect: number; options: { _id: string; isAvailable: boolean }[] }[];
}

/** Twenty lines with instructions, for somebody with a long name. */
async function takeLongOrder(product: Parameters<typeof callAs>[0]): Promise<string> {
  const { user } = await callAs<{ user: { truckId: string } }>(product, "admin", [
    "GET",
    "/auth/verify",
  ]);
  const menu = await callAs<Dish[]>(product, "admin", ["GET", `/menu-items/truck/${user.truckId}`]);
  const dishes = menu.filter(({ isAvailable }) => isAvailable);
  const items = Array.from({ length: 20 }, (_, place) => {
    const dish = dishes[place % dishes.length] as Dish;
    const optionIds = dish.optionGroups.flatMap(({ minSelect, options }) =>
      options
        .filter(({ isAvailable }) => isAvailable)
        .slice(0, minSelect)
        .map(({ _id }) => _id),
    );
    const specialInstructions = `Line ${place + 1}: no cilantro, sauce on the side, cut in half`;
    return { menuItemId: dish._id, quantity: 1 + place, optionIds, specialInstructions };
  });
  const body = { customerName: LONG, payment: "card", items };
  const { _id } = await callAs<{ _id: string }>(product, "admin", ["POST", "/orders"], body);
  return _id;
}

/** The sheets of what the page prints, in millimetres. */
async function sheets(page: Page): Promise<[number, number][]> {
  const file = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  return [...file.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/g)].map(([, width, height]) => [
    Math.round(Number(width) / POINTS_PER_MM),
    Math.round(Number(height) / POINTS_PER_MM),
  ]);
}

test("tickets and receipts fit their rolls, whatever is on them", async ({ page, product }) => {
  const complaints = watchConsole(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.addInitScript(() => {
    Object.assign(window, { prints: 0 });
    window.print = () => Object.assign(window, { prints: Reflect.get(window, "prints") + 1 });
  });
  await enterAs(page, product, "admin");
  const orderId = await takeLongOrder(product);
  for (const [what, name] of [
    ["ticket", "Kitchen ticket"],
    ["receipt", "Receipt"],
  ] as const) {
    for (const width of [80, 58]) {
      await page.goto(`/admin/orders/${orderId}/print?what=${what}&paper=${width}`);
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
      const look = await paper.evaluate((roll) => {
        const { color, backgroundColor } = getComputedStyle(roll);
        return [color, backgroundColor];
      });
      expect(look).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
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
