import type { Browser, Page } from "@playwright/test";
import { asOwner, enterAsAdminOf, newTruck, type Truck } from "../harness/arrange.ts";
import { fillCustomer } from "../harness/checkout.ts";
import { expectNoSideScroll } from "../harness/layout.ts";
import { PUSHED } from "../harness/live.ts";
import { addToCart, goToCheckout, menuCard, openCart } from "../harness/menu.ts";
import { expect, test } from "../harness/test.ts";

const SALSA = {
  name: "Salsa",
  minSelect: 0,
  maxSelect: 2,
  options: [
    { name: "Verde", additionalPrice: 0 },
    { name: "Rojo", additionalPrice: 0.5 },
  ],
};
const DISHES = [
  { name: "Corn Cake", basePrice: 6 },
  { name: "Bean Stew", basePrice: 9 },
  { name: "Blue Taco", basePrice: 4, optionGroups: [SALSA] },
];

/** The kitchen's tablet, at its orders. */
async function kitchen(page: Page, product: Parameters<typeof newTruck>[0], truck: Truck) {
  await enterAsAdminOf(page, product, truck);
  await page.goto("/admin/orders");
  const controls = page.getByRole("region", { name: "Kitchen controls" });
  const open = async (name: RegExp) => {
    await controls.getByRole("button", { name }).click();
    const drawer = page.getByRole("dialog");
    await expect(drawer).toBeVisible();
    return drawer;
  };
  return { controls, open };
}

async function phoneOf(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const viewport = { width: 360, height: 800 };
  const context = await browser.newContext({ viewport, baseURL, hasTouch: true });
  return context.newPage();
}

test("what the kitchen marks sold out changes open menus, carts and checkouts at once, and back", async ({
  page,
  product,
  browser,
  baseURL,
}) => {
  const truck = await newTruck(product, { dishes: DISHES });
  const phone = await phoneOf(browser, baseURL);
  await phone.goto(`/${truck.slug}`);
  await addToCart(phone, "Corn Cake");
  await addToCart(phone, "Bean Stew");
  const cart = await openCart(phone);
  const checkout = cart.getByRole("button", { name: "Checkout" });
  await expect(checkout).toBeEnabled();

  const { open } = await kitchen(page, product, truck);
  const drawer = await open(/^Sold out/);
  await drawer.getByRole("radio", { name: "1 hour" }).check();
  await drawer.getByRole("searchbox", { name: "Search the menu" }).fill("corn");
  await drawer.getByRole("button", { name: "Sold out Corn Cake" }).click();
  await expect(checkout).toBeDisabled(PUSHED);
  await expect(cart.getByText("Sold out", { exact: true })).toBeVisible();
  await expectNoSideScroll(phone);
  await phone.keyboard.press("Escape");
  await expect(menuCard(phone, "Corn Cake").getByText("Sold out")).toBeVisible();
  await expect(menuCard(phone, "Corn Cake").getByRole("button")).toHaveCount(0);

  const out = drawer.getByRole("region", { name: "Sold out now" });
  await expect(out.getByText(/^Sold out until/)).toBeVisible();
  await out.getByRole("button", { name: "Back on Corn Cake" }).click();
  const add = menuCard(phone, "Corn Cake").getByRole("button", { name: /^Add to cart/ });
  await expect(add).toBeVisible(PUSHED);

  await goToCheckout(phone);
  const on = phone.getByRole("button", { name: "Continue to Payment" });
  await expect(on).toBeEnabled();
  await drawer.getByRole("button", { name: "Sold out Corn Cake" }).click();
  await expect(phone.getByText("Corn Cake is sold out.")).toBeVisible(PUSHED);
  await expect(on).toBeDisabled();
  await phone.getByRole("button", { name: "Take out Corn Cake" }).click();
  await expect(on).toBeEnabled();
  await phone.context().close();
});

test("an option that runs out leaves the dialog in which it is being chosen", async ({
  page,
  product,
  browser,
  baseURL,
}) => {
  const truck = await newTruck(product, { dishes: DISHES });
  const phone = await phoneOf(browser, baseURL);
  await phone.goto(`/${truck.slug}`);
  await menuCard(phone, "Blue Taco")
    .getByRole("button", { name: /^Choose options/ })
    .click();
  const dialog = phone.getByRole("dialog", { name: "Blue Taco" });
  await dialog.getByRole("checkbox", { name: /^Rojo/ }).check();
  const { open } = await kitchen(page, product, truck);
  const drawer = await open(/^Sold out/);
  await drawer.getByRole("button", { name: "Sold out Rojo" }).click();
  await expect(dialog.getByText(/^Rojo just sold out/)).toBeVisible(PUSHED);
  await expect(dialog.getByRole("checkbox", { name: /^Rojo/ })).toBeDisabled();
  await expect(dialog.getByRole("button", { name: /^Add to cart/ })).toHaveText(/\$4\.00/);
  await phone.context().close();
});

test("a pause says why and until when, takes no order, and ends by itself", async ({
  page,
  product,
  sandbox,
  browser,
  baseURL,
  phone: number,
}) => {
  const truck = await newTruck(product, { dishes: DISHES });
  const phone = await phoneOf(browser, baseURL);
  await phone.goto(`/${truck.slug}`);
  await addToCart(phone, "Bean Stew");
  await goToCheckout(phone);
  await fillCustomer(phone, { phone: number });
  const on = phone.getByRole("button", { name: "Continue to Payment" });

  const { controls, open } = await kitchen(page, product, truck);
  const drawer = await open(/^Pause ordering/);
  await drawer.getByLabel("Reason for customers (optional)").fill("Catching up with orders");
  await drawer.getByRole("button", { name: /^Pause for 10 minutes/ }).click();
  await expect(on).toBeDisabled(PUSHED);
  const why = phone.getByText(/right now: Catching up with orders\. Back .*at \d+:\d\d [AP]M\.$/);
  await expect(why.first()).toBeVisible();
  await expect(controls.getByText(/^Ordering is paused until/)).toBeVisible();
  expect(await sandbox.intents()).toEqual([]);

  const home = await phone.context().newPage();
  await home.goto("/");
  const card = home.getByRole("listitem").filter({ hasText: truck.name });
  await expect(card.getByText(/^Paused until/)).toBeVisible();
  await home.close();

  // The ten minutes are over: nobody touches anything.
  await product.python("menu_edit.py", "end-pause", truck.slug);
  await expect(on).toBeEnabled();
  await expect(why).toHaveCount(0);
  await expect(controls.getByText(/^Ordering is paused/)).toHaveCount(0);
  await phone.context().close();
});

test("a busy kitchen asks for more time, until it takes that back", async ({
  page,
  product,
  browser,
  baseURL,
}) => {
  const truck = await newTruck(product, { dishes: DISHES });
  const phone = await phoneOf(browser, baseURL);
  await phone.goto(`/${truck.slug}`);
  await addToCart(phone, "Bean Stew");
  await goToCheckout(phone);
  await expect(phone.getByText(/^At least 15 minutes from now/)).toBeVisible();
  const { controls, open } = await kitchen(page, product, truck);
  await (await open(/^Busy/)).getByRole("button", { name: /^Add 20 minutes/ }).click();
  await expect(phone.getByText(/^At least 35 minutes from now/)).toBeVisible(PUSHED);
  await controls.getByRole("button", { name: "Back to normal" }).click();
  await expect(phone.getByText(/^At least 15 minutes from now/)).toBeVisible(PUSHED);
  await phone.context().close();
});

test("two tablets of one truck show the same", async ({ page, product, browser, baseURL }) => {
  const truck = await newTruck(product, { dishes: DISHES });
  const { controls } = await kitchen(page, product, truck);
  await expect(controls.getByRole("button", { name: "Sold out", exact: true })).toBeVisible();
  const [dish] = await asOwner<{ _id: string }[]>(product, [
    "GET",
    `/menu-items/truck/${truck._id}`,
  ]);
  const second = await (await browser.newContext({ baseURL })).newPage();
  const other = await kitchen(second, product, truck);
  await expect(other.controls.getByRole("button", { name: /^Sold out/ })).toBeVisible();
  await asOwner(product, ["PATCH", `/menu-items/${dish?._id}/toggle-availability`], {
    isAvailable: false,
  });
  for (const tablet of [controls, other.controls]) {
    await expect(tablet.getByRole("button", { name: "Sold out (1)" })).toBeVisible(PUSHED);
  }
  await second.context().close();
});
