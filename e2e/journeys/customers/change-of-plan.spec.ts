import { linkOf, placeOrder, readOrder } from "../../harness/product/orders.ts";
import { createComingStop, runLate } from "../../harness/product/stops.ts";
import { expect, test } from "../../harness/test.ts";

const PIER = { name: "Pier 5", address: "5 River St", taxRate: 4.5 };

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

test("a customer whose truck is late keeps the order, picks another time, and gets the money back", async ({
  page,
  truck,
  phone,
}) => {
  const stop = await createComingStop(truck, PIER);
  const order = await placeOrder(truck, { phone, stopId: stop.id });
  await page.goto(await linkOf(order));
  await expect(page.getByRole("heading", { name: "Have your plans changed?" })).toBeVisible();
  await runLate(truck, stop, { minutes: 20, sentence: "The generator is back." });

  const change = page.getByRole("heading", { name: "Your pickup is 20 minutes later" });
  await expect(change).toBeVisible();
  await expect(page.getByText("“The generator is back.”")).toBeVisible();
  await page.getByRole("button", { name: "Keep it" }).tap();
  await expect(page.getByRole("button", { name: "Keep it" })).toBeHidden();

  await page.getByRole("button", { name: "Pick another time" }).tap();
  const slots = page.getByRole("dialog", { name: "Pick another time" });
  const later = stop.clock(new Date(stop.startsAt.getTime() + 40 * 60_000));
  await slots.getByRole("radio", { name: later }).tap();
  await slots.getByRole("button", { name: `Move to ${later}` }).tap();
  await expect(page.getByText(`Ready by ${later}`)).toBeVisible();

  const back = `Cancel and get $${order.total.toFixed(2)} back`;
  await page.getByRole("button", { name: back }).tap();
  await page.getByRole("alertdialog").getByRole("button", { name: back }).tap();
  await expect(page.getByText("This order is not being made.")).toBeVisible();
  await expect.poll(async () => (await readOrder(order)).paymentStatus).toBe("refunded");
});
