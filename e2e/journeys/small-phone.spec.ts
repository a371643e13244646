import { openAs } from "../harness/accounts.ts";
import {
  CARDS,
  continueToPayment,
  expectConfirmed,
  payButton,
  payByCard,
} from "../harness/checkout.ts";
import { expectNoSideScroll } from "../harness/layout.ts";
import { addToCart, openCart, openDish } from "../harness/menu.ts";
import { createStaffData, openScreen, STAFF_SCREENS } from "../harness/staff-screens.ts";
import { expect, test } from "../harness/test.ts";

test.use({ viewport: { width: 360, height: 1000 }, hasTouch: true });

test("every screen of a purchase fits a phone of 360 pixels, long names too", async ({
  page,
  truck,
  phone,
}) => {
  await page.goto("/leilas-falafel");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Grandmother Leila");
  await expectNoSideScroll(page);
  await addToCart(
    page,
    "Fried Cauliflower and Smoked Eggplant Wrap with Pomegranate, Pickles and Tahini",
    { options: ["Thin flatbread", "Extra falafel"] },
  );
  await openCart(page);
  await expectNoSideScroll(page);

  await page.goto("/");
  const link = page.getByRole("link", { name: truck.name });
  await expect(link).toBeVisible();
  await expectNoSideScroll(page);
  await link.click();
  await openDish(page, "Garden Burrito");
  await expect(page.getByRole("dialog", { name: "Garden Burrito" })).toBeVisible();
  await expectNoSideScroll(page);
  await page.keyboard.press("Escape");
  await addToCart(page, "Garden Burrito", { options: ["Grilled chicken", "Guacamole"] });
  await expectNoSideScroll(page);

  const drawer = await openCart(page);
  await expectNoSideScroll(page);
  await drawer.getByRole("button", { name: "Checkout" }).click();
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await expect(page.getByText("Please fill in all required fields")).toBeVisible();
  await expectNoSideScroll(page);

  await continueToPayment(page, { phone });
  await expect(payButton(page)).toBeVisible();
  await expectNoSideScroll(page);
  await payByCard(page, CARDS.good);
  await expectConfirmed(page);
  await expectNoSideScroll(page);
  await page.getByRole("link", { name: "Follow your order" }).click();
  await expect(page.getByText("Order received")).toBeVisible();
  await expectNoSideScroll(page);
});

test("every screen of the staff area fits a phone of 360 pixels", async ({
  page,
  truck,
  superadmin,
}) => {
  test.slow();
  const data = await createStaffData(truck);
  await page.goto("/admin/login");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectNoSideScroll(page);
  await openAs(page, superadmin, truck);
  await page.addInitScript(() => Object.assign(window, { print: () => undefined }));
  for (const screen of STAFF_SCREENS) {
    await openScreen(page, screen, data);
    await expectNoSideScroll(page);
  }
});
