import type { Locator, Page } from "@playwright/test";
import { uniqueName } from "../../harness/product/names.ts";
import { createTruck } from "../../harness/product/own-trucks.ts";
import {
  addressFrame,
  CARDS,
  cardFrame,
  expectConfirmed,
  payButton,
} from "../../harness/screens/checkout.ts";
import { cartButton, menuCard, option } from "../../harness/screens/menu.ts";
import { expect, test } from "../../harness/test.ts";

const SMALL_PHONE = { width: 360, height: 780 };
const PHONE = { width: 390, height: 844 };
const TABLET = { width: 1024, height: 768 };
const DESKTOP = { width: 1280, height: 850 };

test.use({ viewport: PHONE, hasTouch: true });

test("a first order takes at most 14 taps and shows at once what matters, and 6 once more on a device that remembers the customer", async ({
  page,
  product,
  truck,
  phone,
}) => {
  // The filters of however many cuisines, and however long, stay one row.
  await createTruck(product, { name: uniqueName("Zest"), cuisine: MANY_CUISINES }, []);
  await expectOnFirstScreens(page);
  await expectFiltersInOneRow(page);
  const first = tapCounter();
  await page.goto("/");
  await first.tap(page.getByRole("link", { name: truck.name }));
  await first.tap(menuCard(page, "Garden Burrito").getByRole("button", { name: /^Choose/ }));
  const dialog = page.getByRole("dialog", { name: "Garden Burrito" });
  await first.tap(option(dialog, "Grilled chicken"));
  await first.tap(dialog.getByRole("button", { name: /^Add to cart/ }));
  await expect(dialog).toBeHidden();
  await first.tap(cartButton(page));
  await first.tap(page.getByRole("button", { name: "Checkout", exact: true }));
  await first.tap(page.getByLabel("Name", { exact: true }));
  await typeOn(page, "Rosa Parker", phone);
  await first.tap(page.getByRole("checkbox", { name: "Remember me on this device" }));
  await expect(page.getByRole("radio", { name: /^As soon as possible \(about/ })).toBeChecked();
  await payInTaps(page, first);
  await expectInView(page, page.getByText(/^Order #\d+$/));
  await expectInView(page, page.getByRole("link", { name: "Follow your order" }));
  expect(first.count()).toBeLessThanOrEqual(14);

  await page.getByRole("link", { name: "Follow your order" }).tap();
  const again = tapCounter();
  await again.tap(page.getByRole("button", { name: "Order again" }));
  await again.tap(page.getByRole("button", { name: "Checkout", exact: true }));
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Rosa Parker");
  await payInTaps(page, again);
  expect(again.count()).toBeLessThanOrEqual(6);
});

// Of equally common cuisines home shows those that come first by name.
const MANY_CUISINES = [
  "Abruzzese skewers, slowly grilled",
  "Acadian seafood with rice and beans",
  "Aegean small plates and flatbreads",
];

/** Each filter is reached by the keyboard, which scrolls it into view. */
async function expectFiltersInOneRow(page: Page): Promise<void> {
  await page.setViewportSize(DESKTOP);
  await page.goto("/");
  const filters = page.getByRole("group", { name: "Filters" }).getByRole("button");
  const long = filters.filter({ hasText: MANY_CUISINES[0] });
  await long.focus();
  await expect(long).toBeInViewport({ ratio: 0.9 });
  const tops = await filters.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
  expect(new Set(tops).size).toBe(1);
  await page.setViewportSize(PHONE);
}

/** Home names a truck, and a truck's page its first menu item, before anything is scrolled. */
async function expectOnFirstScreens(page: Page): Promise<void> {
  for (const size of [SMALL_PHONE, TABLET, DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    await page.goto("/");
    // The first truck may be one of another journey, with a name of several lines.
    await expectInView(
      page,
      page.getByRole("main").getByRole("heading", { level: 3 }).first(),
      0.5,
    );
    await page.goto("/spicy-burritos");
    await expectInView(page, page.getByRole("main").getByRole("heading", { level: 4 }).first());
  }
}

async function expectInView(page: Page, part: Locator, ratio = 1): Promise<void> {
  await expect(part).toBeVisible();
  await expect(part).toBeInViewport({ ratio });
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
}

async function topOf(part: Locator): Promise<number> {
  return (await part.boundingBox())?.y ?? Number.NaN;
}

/** Card and address: one tap each, as the keyboard of a phone goes on to the next field. */
async function payInTaps(page: Page, taps: ReturnType<typeof tapCounter>): Promise<void> {
  await taps.tap(page.getByRole("button", { name: "Continue to Payment" }));
  await expect(addressFrame(page).getByLabel("Address line 1")).toBeVisible();
  const top = await topOf(page.getByRole("heading", { name: "Payment", exact: true }));
  expect((await topOf(payButton(page))) - top).toBeLessThanOrEqual(PHONE.height);
  await taps.tap(cardFrame(page).getByLabel("Card number"));
  await typeOn(page, CARDS.good, "1234", "123");
  const address = addressFrame(page);
  await expect(address.getByLabel("Full name")).toHaveValue("Rosa Parker");
  await taps.tap(address.getByLabel("Address line 1"));
  await typeOn(page, "510 Townsend Street", "", "Portland", "Oregon", "97205");
  await taps.tap(payButton(page));
  await expectConfirmed(page);
}

/** Types into the field that has the focus and those after it. */
async function typeOn(page: Page, ...texts: string[]): Promise<void> {
  for (const [index, text] of texts.entries()) {
    if (index > 0) await page.keyboard.press("Tab");
    await page.keyboard.type(text);
  }
}

function tapCounter() {
  let taps = 0;
  return {
    count: () => taps,
    tap: async (target: Locator) => {
      await target.tap();
      taps += 1;
    },
  };
}
