/** The money path and a staff path, the same steps in each engine: what Chromium proves must hold in the others. */
import { writeFile } from "node:fs/promises";
import { placeOrder, readOrder } from "../harness/product/orders.ts";
import { timeOfDay } from "../harness/screens/checkout.ts";
import { expect, test as journey } from "../harness/test.ts";
import type { Engine } from "./engine.ts";
import { launchFirefox } from "./firefox.ts";
import * as find from "./targets.ts";
import { launchWebkit } from "./webkit.ts";

const LAUNCH = { firefox: launchFirefox, webkit: launchWebkit };

const test = journey.extend<{ engineName: keyof typeof LAUNCH; engine: Engine }>({
  engineName: ["firefox", { option: true }],
  engine: async ({ engineName }, use, testInfo) => {
    const engine = await LAUNCH[engineName]();
    await use(engine);
    if (testInfo.status !== testInfo.expectedStatus) {
      const path = testInfo.outputPath("screenshot.png");
      await writeFile(path, await engine.screenshot());
      testInfo.attachments.push({ name: "screenshot", path, contentType: "image/png" });
    }
    await engine.close();
  },
});

test("a customer chooses a truck and options, pays by card and sees the confirmation", async ({
  engine,
  product,
  sandbox,
  truck,
  phone,
}) => {
  await engine.open(product.url);
  await engine.click(find.linkThatHolds(truck.name));
  await engine.click(`${find.card("Garden Burrito")}${find.buttonThatStarts("Choose options")}`);
  for (const option of ["Carnitas", "Guacamole"]) await engine.click(find.choice(option));
  await engine.click(`${find.DIALOG}${find.buttonThatStarts("Add to cart")}`);
  await engine.waitUntilGone(find.DIALOG);
  await engine.click(find.buttonThatStarts("Cart, 1 item"));
  await engine.click(find.button("Checkout"));

  await engine.fill(find.field("Name"), "Rosa Parker");
  await engine.fill(find.field("Phone"), phone);
  await engine.click(find.button("Later"));
  await engine.fillTime(find.field("Pickup time"), timeOfDay(60));
  await engine.click(find.button("Continue to Payment"));
  await payByCard(engine);

  expect(await engine.read(find.heading("Order Confirmed!"))).toBe("Order Confirmed!");
  expect(await engine.url()).toContain("/order-confirmation?");
  const items = await engine.read(find.region("Your Items"));
  for (const shown of ["Garden Burrito", "Carnitas", "Guacamole", "$14.45"]) {
    expect(items).toContain(shown);
  }
  // 14.45 and 8.75 % tax, in cents.
  expect(await sandbox.intents()).toMatchObject([{ status: "succeeded", amount_received: 1571 }]);
});

async function payByCard(engine: Engine): Promise<void> {
  await engine.inFrame("Secure address input frame", async (frame) => {
    await frame.fill(find.field("Address line 1"), "510 Townsend Street");
    await frame.fill(find.field("City"), "Portland");
    await frame.chooseNext("Oregon");
    await frame.fill(find.field("ZIP code"), "97205");
  });
  await engine.inFrame("Secure payment input frame", async (frame) => {
    await frame.fill(find.field("Card number"), "4242424242424242");
    await frame.fill(find.field("Expiration date"), "1234");
    await frame.fill(find.field("Security code"), "123");
  });
  await engine.click(find.buttonThatStarts("Pay $"));
}

test("staff sign in, see an order and move it along until it is picked up", async ({
  engine,
  product,
  truck,
  admin,
}) => {
  const order = await placeOrder(truck);
  await engine.open(`${product.url}/admin/login`);
  await engine.fill(find.field("Email"), admin.email);
  await engine.fill(find.field("Password"), admin.password);
  await engine.click(find.button("Sign in"));
  await engine.click(`//nav${find.link("Orders")}`);
  const ticket = find.articleThatHolds(`#${order.orderNumber}`);
  expect(await engine.read(ticket)).toContain("Chips and Salsa");
  for (const [action, status] of [
    ["Mark as Confirmed", "Confirmed"],
    ["Mark as Preparing", "Preparing"],
    ["Mark as Ready for Pickup", "Ready for Pickup"],
    ["Mark as Completed", "Completed"],
  ] as const) {
    await engine.click(`${ticket}${find.button(action)}`);
    expect(await engine.read(`${ticket}${find.text(status)}`)).toBe(status);
    // Sent, once it can no longer be undone.
    await engine.waitUntilGone(`${ticket}${find.button("Updating...")}`);
  }
  expect((await readOrder(order)).status).toBe("completed");
});
