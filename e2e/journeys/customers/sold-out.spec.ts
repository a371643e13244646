import { expectWithin, resumeTime, stopTime } from "../../harness/browser/clock.ts";
import { expectNoSideScroll } from "../../harness/browser/layout.ts";
import { addToCart, goToCheckout, menuCard, openCart } from "../../harness/screens/menu.ts";
import { openOrdersBoard } from "../../harness/screens/order-screens.ts";
import { expect, test } from "../../harness/test.ts";

const LESS_THAN_A_POLL_MS = 10_000;

test("what staff mark sold out is pushed to open menus, carts and checkouts, and so is its return", async ({
  page,
  newPage,
  truck,
  admin,
}) => {
  const viewport = { width: 360, height: 800 };
  const customer = await newPage({ viewport, hasTouch: true });
  const stream = customer.waitForResponse(/\/api\/trucks\/.*\/stream/);
  await customer.goto(truck.path);
  await stream;
  await addToCart(customer, "Chips and Salsa");
  await addToCart(customer, "Horchata");
  const cart = await openCart(customer);
  const checkout = cart.getByRole("button", { name: "Checkout" });
  await expect(checkout).toBeEnabled();

  await openOrdersBoard(page, admin);
  const controls = page.getByRole("region", { name: "Kitchen controls" });
  await page.getByRole("button", { name: /^Service/ }).click();
  await controls.getByRole("button", { name: /^Sold out/ }).click();
  const drawer = page.getByRole("dialog", { name: "Sold out" });
  const sellOut = drawer.getByRole("button", { name: "Sold out Chips and Salsa" });

  await test.step("menu and cart", async () => {
    await drawer.getByRole("radio", { name: "1 hour" }).check();
    await drawer.getByRole("searchbox", { name: "Search the menu" }).fill("chips");
    await stopTime(customer);
    await sellOut.click();
    await expectWithin(customer, LESS_THAN_A_POLL_MS, (step) =>
      expect(checkout).toBeDisabled(step),
    );
    await resumeTime(customer);
    await expect(cart.getByText("Sold out", { exact: true })).toBeVisible();
    await expectNoSideScroll(customer);
    await customer.keyboard.press("Escape");
    await expect(menuCard(customer, "Chips and Salsa").getByText("Sold out")).toBeVisible();
    await expect(menuCard(customer, "Chips and Salsa").getByRole("button")).toHaveCount(0);
  });

  await test.step("back on", async () => {
    const soldOut = drawer.getByRole("region", { name: "Sold out now" });
    await expect(soldOut.getByText(/^Sold out until/)).toBeVisible();
    await stopTime(customer);
    await soldOut.getByRole("button", { name: "Back on Chips and Salsa" }).click();
    const add = menuCard(customer, "Chips and Salsa").getByRole("button", { name: /^Add to cart/ });
    await expectWithin(customer, LESS_THAN_A_POLL_MS, (step) => expect(add).toBeVisible(step));
    await resumeTime(customer);
  });

  await test.step("checkout", async () => {
    const again = customer.waitForResponse(/\/api\/trucks\/.*\/stream/);
    await goToCheckout(customer);
    await again;
    const submit = customer.getByRole("button", { name: "Continue to Payment" });
    await expect(submit).toBeEnabled();
    await stopTime(customer);
    await sellOut.click();
    await expectWithin(customer, LESS_THAN_A_POLL_MS, (step) =>
      expect(customer.getByText("Chips and Salsa is sold out.")).toBeVisible(step),
    );
    await expect(submit).toBeDisabled();
    await resumeTime(customer);
    await customer.getByRole("button", { name: "Remove Chips and Salsa" }).click();
    await expect(submit).toBeEnabled();
  });
});
