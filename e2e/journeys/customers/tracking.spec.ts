import { expectNoBarriers } from "../../harness/browser/barriers.ts";
import { expectWithin, resumeTime, stopTime } from "../../harness/browser/clock.ts";
import { expectNoSideScroll } from "../../harness/browser/layout.ts";
import { changeOrderStatus, linkOf, placeOrder } from "../../harness/product/orders.ts";
import { cardFrame, continueToPayment } from "../../harness/screens/checkout.ts";
import { expect, test } from "../../harness/test.ts";

const LESS_THAN_A_POLL_MS = 10_000;

test.use({ viewport: { width: 360, height: 740 } });

test("a customer follows an order by the link in the SMS, where every step is pushed, and orders again from there", async ({
  page,
  truck,
  sandbox,
  phone,
}) => {
  const order = await placeOrder(truck, { phone });
  const link = await linkOf(order);
  expect(await sandbox.texts(phone)).toHaveLength(1);
  expect(link).toMatch(new RegExp(`/${truck.slug}/order/[\\w-]{43}$`));

  const stream = page.waitForResponse(/\/api\/track\/.*\/stream/);
  await page.goto(link);
  await stream;
  await expect(page.getByText("Order received")).toBeVisible();
  await expect(page.getByText(/^Ready by /)).toBeVisible();
  await expectNoSideScroll(page);
  await expectNoBarriers(page, "an order that waits");

  await stopTime(page);
  await changeOrderStatus(order, "confirmed");
  await expectWithin(page, LESS_THAN_A_POLL_MS, (step) =>
    expect(page.getByText("Order confirmed")).toBeVisible(step),
  );
  await changeOrderStatus(order, "ready");
  const ready = page.getByText("Ready!");
  await expectWithin(page, LESS_THAN_A_POLL_MS, (step) => expect(ready).toBeVisible(step));
  await expect(page).toHaveTitle(`Ready! Order #${order.orderNumber} · Chuckwagon`);

  await resumeTime(page);
  await expect(ready).toBeInViewport();
  await expectNoSideScroll(page);
  await expectNoBarriers(page, "an order that is ready");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: "Your receipt" })).toBeVisible();
  await expect(ready).toBeHidden();
  await expect(page.getByRole("button", { name: "Print the receipt" })).toBeHidden();

  // Its document may load no payment form; the checkout gets one of its own.
  await page.emulateMedia({ media: null });
  await page.getByRole("button", { name: "Order again" }).click();
  const cart = page.getByRole("dialog", { name: "Your cart" });
  await cart.getByRole("button", { name: "Checkout" }).click();
  await continueToPayment(page, { phone });
  await expect(cardFrame(page).getByLabel("Card number")).toBeVisible();
});
