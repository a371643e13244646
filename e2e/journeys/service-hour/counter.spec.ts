import type { Page } from "@playwright/test";
import { expectNoBarriers } from "../../harness/browser/barriers.ts";
import { expectNoSideScroll } from "../../harness/browser/layout.ts";
import { openAs } from "../../harness/product/accounts.ts";
import type { MenuItemFields } from "../../harness/product/menu-items.ts";
import { dollars, totalOf } from "../../harness/product/money.ts";
import { placeOrder } from "../../harness/product/orders.ts";
import { expect, test } from "../../harness/test.ts";

const SECTIONS = ["Tacos", "Burritos", "Sides", "Drinks"];
const PRICE = 4.5;
const TOTAL = totalOf(450).totalCents;

/** Sixteen items in four sections, as on a board with room for little more. */
const MENU: readonly MenuItemFields[] = SECTIONS.flatMap((section) =>
  [1, 2, 3, 4].map((place) => ({
    name: `${section} number ${place}`,
    category: section,
    section,
    basePrice: PRICE,
    optionGroups: [],
  })),
);

test.use({ menu: [MENU, { scope: "test" }], hasTouch: true });

/** The items whose whole button is in view, the order beside or over them left out. */
async function itemsInView(page: Page): Promise<number> {
  const buttons = page.getByRole("region", { name: "Menu" }).getByRole("listitem");
  return buttons.evaluateAll(
    (items) =>
      items.filter((item) => {
        const { left, top, right, bottom, x, y, width, height } = item.getBoundingClientRect();
        const isInside =
          left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && width > 0;
        const onTop = document.elementFromPoint(x + width / 2, y + height / 2);
        return isInside && item.contains(onTop);
      }).length,
  );
}

for (const [width, height, atLeast] of [
  [1024, 768, 10],
  [1280, 850, 16],
  [390, 844, 8],
] as const) {
  test.describe(`${width}×${height}`, () => {
    test.use({ viewport: { width, height } });

    test("the whole screen is the register, and an item paid in cash is three taps", async ({
      page,
      admin,
    }) => {
      let taps = 0;
      const tap = async (name: string | RegExp) => {
        await page.getByRole("button", { name }).tap();
        taps += 1;
      };
      await openAs(page, admin);
      await page.goto("/admin/orders/new");
      await expect(page.getByRole("button", { name: /^Tacos number 1/ })).toBeVisible();
      await expect(page.getByRole("navigation")).toHaveCount(0);
      expect(await itemsInView(page)).toBeGreaterThanOrEqual(atLeast);

      await tap(/^Tacos number 1/);
      const isPhone = width < 768;
      // On a phone the other tenders stand in the sheet.
      for (const tender of isPhone ? ["Cash"] : ["Cash", "Card", "Pay later"]) {
        await expect(page.getByRole("button", { name: tender })).toBeInViewport({ ratio: 1 });
      }
      await expectNoSideScroll(page);
      await tap("Cash");
      await expect(page.getByRole("button", { name: "Exact" })).toBeInViewport({ ratio: 1 });
      await expect(page.getByText(dollars(TOTAL), { exact: true })).toBeInViewport();
      await expectNoBarriers(page, `cash at ${width} px`);
      await tap("Exact");
      await expect(page.getByText(`${dollars(TOTAL)} paid in cash`)).toBeVisible();
      expect(taps).toBe(3);
      await expect(page.getByRole("button", { name: "Next order" })).toBeInViewport({ ratio: 1 });
    });
  });
}

test.describe("the sheet of a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("shows the order with every tender in view", async ({ page, admin }) => {
    await openAs(page, admin);
    await page.goto("/admin/orders/new");
    await page.getByRole("button", { name: /^Tacos number 1/ }).tap();
    await page.getByRole("button", { name: /^1 item/ }).tap();
    const sheet = page.getByRole("dialog", { name: "This order" });
    await expect(sheet.locator(":focus")).toHaveCount(1);
    await expect(page.getByRole("button", { name: /^1 item/ })).toHaveCount(0);
    for (const tender of ["Cash", "Card", "Pay later"]) {
      await expect(sheet.getByRole("button", { name: tender })).toBeInViewport({ ratio: 1 });
    }
    await expect(sheet.getByText(dollars(TOTAL), { exact: true })).toBeInViewport();
    await expectNoSideScroll(page);
  });
});

test("the change is shown, and card and pay later are named in the result", async ({
  page,
  admin,
}) => {
  await openAs(page, admin);
  await page.goto("/admin/orders/new");
  const tap = (name: string | RegExp) => page.getByRole("button", { name }).tap();
  await tap(/^Drinks number 1/);
  await tap("Cash");
  await tap("$20.00");
  await expect(page.getByText(dollars(2000 - TOTAL), { exact: true })).toBeVisible();
  for (const [tender, words] of [
    ["Card", "paid by card"],
    ["Pay later", "to pay later"],
  ] as const) {
    await tap("Next order");
    await tap(/^Drinks number 1/);
    await tap(tender);
    await expect(page.getByText(`${dollars(TOTAL)} ${words}`)).toBeVisible();
  }
});

for (const [width, height] of [
  [390, 844],
  [1024, 768],
  [1280, 850],
] as const) {
  test.describe(`refund at ${width}×${height}`, () => {
    test.use({ viewport: { width, height } });

    test("an order of two items is refunded in four taps, and the text names the amount", async ({
      page,
      admin,
      truck,
      sandbox,
      phone,
    }) => {
      const items = [{ name: "Tacos number 1" }, { name: "Sides number 2" }];
      const order = await placeOrder(truck, { items, phone });
      const amount = dollars(totalOf(2 * 450).totalCents);
      await openAs(page, admin);
      await page.goto(`/admin/orders/${order._id}`);
      let taps = 0;
      const tap = async (name: string) => {
        const button = page.getByRole("button", { name, exact: true });
        await button.tap();
        taps += 1;
      };
      await tap("Refund");
      const drawer = page.getByRole("dialog", { name: "Refund" });
      await expect(drawer.getByRole("checkbox", { name: "Tacos number 1" })).toBeVisible();
      // All that the four taps need is in view at once.
      for (const name of [`Everything, ${amount}`, "Sold out", "Refund"]) {
        const button = drawer.getByRole("button", { name, exact: true });
        await expect(button).toBeInViewport({ ratio: 1 });
      }
      await tap(`Everything, ${amount}`);
      await expect(drawer.getByRole("checkbox", { name: "Sides number 2" })).toBeChecked();
      await expectNoSideScroll(page);
      await tap("Sold out");
      await tap(`Refund ${amount}`);
      await expect(drawer).toBeHidden();
      expect(taps).toBe(4);
      await expect(page.getByText("Refunded, do not make")).toHaveCount(2);
      await expect
        .poll(async () => (await sandbox.texts(phone)).map(({ body }) => body).join())
        .toContain(amount);
    });
  });
}
