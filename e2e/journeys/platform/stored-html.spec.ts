import type { Page } from "@playwright/test";
import { changeAccount, createAdmin, openAs } from "../../harness/product/accounts.ts";
import { getMenuItem } from "../../harness/product/menu-items.ts";
import { uniqueName } from "../../harness/product/names.ts";
import { placeOrder } from "../../harness/product/orders.ts";
import { changeTruckSettings, createTruck } from "../../harness/product/own-trucks.ts";
import type { OwnTruck, Product } from "../../harness/product/product.ts";
import { openMenuItem } from "../../harness/screens/menu.ts";
import { STAFF_SCREENS } from "../../harness/screens/staff-screens.ts";
import { expect, test } from "../../harness/test.ts";

/** Ends an attribute, a title and a script, whichever it stands in, and would then set a variable. 40 characters at most. */
const PAYLOAD = `"'></title></script><svg onload=h=1>`;
/** Markup that the payload would have become; the pages have none of their own. */
const MARKUP = "[onload], svg svg:not([aria-hidden]), body script:not([src]):not([type])";
/** Without a text that anybody can store, or without one on the first page. */
const WITHOUT_TEXT = [
  "new menu item",
  "new truck",
  "disputes",
  "held payments",
  "activity",
  "profile",
];

// Without the content policy, so that only the pages themselves can keep the payload harmless.
test.use({ bypassCSP: true });

test("HTML in any stored text is shown as text on every screen", async ({
  page,
  newPage,
  product,
  superadmin,
  phone,
}) => {
  test.slow();
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const truck = await createNastyTruck(product);
  const order = await placeNastyOrders(truck, phone);
  const admin = await createAdmin(truck);
  await changeAccount(product, admin, { name: PAYLOAD });
  await expectHarmlessSource(page, truck);
  for (const path of ["/", truck.path, order.trackingPath]) await expectText(page, path);
  await page.goto(truck.path);
  await openMenuItem(page, PAYLOAD);
  await expect(page.getByRole("dialog").getByText(PAYLOAD).first()).toBeVisible();
  await expectHarmless(page);
  await expectText(page, `${product.sandboxUrl}/messages`);

  await openAs(page, superadmin, truck);
  const data = { truck, order, item: await getMenuItem(truck, PAYLOAD) };
  for (const { name, path } of STAFF_SCREENS) {
    if (!WITHOUT_TEXT.includes(name)) await expectText(page, path(data));
  }
  expect(dialogs).toEqual([]);

  const tablet = await newPage({ bypassCSP: true });
  await openAs(tablet, admin);
  for (const path of ["/admin/dashboard", "/admin/profile"]) await expectText(tablet, path);

  // The same checks do fail for markup.
  await page.goto("/");
  await expectHarmless(page);
  await page.setContent(`<body><p>${PAYLOAD}</p></body>`);
  await expect.poll(() => page.evaluate(() => Reflect.get(window, "h"))).toBe(1);
  await expect(expectHarmless(page)).rejects.toThrow();
});

/** A truck whose every text is the payload. */
async function createNastyTruck(product: Product): Promise<OwnTruck> {
  const fields = {
    name: PAYLOAD,
    slug: uniqueName("nasty").replace(" ", "-"),
    shortDescription: PAYLOAD,
    description: PAYLOAD,
    cuisine: [PAYLOAD],
    location: { city: PAYLOAD, state: PAYLOAD },
    owner: { name: PAYLOAD, email: "olive@chuckwagon.example" },
  };
  const options = [{ name: PAYLOAD, additionalPrice: 1 }];
  return createTruck(product, fields, [
    {
      name: PAYLOAD,
      description: PAYLOAD,
      category: PAYLOAD,
      section: PAYLOAD,
      basePrice: 8,
      optionGroups: [{ name: PAYLOAD, minSelect: 0, maxSelect: 1, options }],
    },
  ]);
}

/** One order of the counter and one online, with a refund and a message. */
async function placeNastyOrders(truck: OwnTruck, phone: string) {
  const wish = {
    phone,
    customerName: PAYLOAD,
    instructions: PAYLOAD,
    items: [{ name: PAYLOAD, options: [PAYLOAD], instructions: PAYLOAD }],
  };
  await placeOrder(truck, { ...wish, payment: "card" });
  const order = await placeOrder(truck, {
    ...wish,
    refunds: [{ amount: 1, reason: PAYLOAD }],
    messages: [PAYLOAD],
  });
  await changeTruckSettings(truck, { acceptingOrders: false, notAcceptingReason: PAYLOAD });
  await changeTruckSettings(truck, { acceptingOrders: true });
  return order;
}

/** The pages as the server sends them: head, content and data. */
async function expectHarmlessSource(page: Page, { path }: OwnTruck): Promise<void> {
  for (const address of ["/", path]) {
    const source = await (await page.request.get(address)).text();
    expect(source).not.toContain(PAYLOAD);
    expect(source).not.toMatch(/<svg[^>]* onload=/);
  }
  const source = await (await page.request.get(path)).text();
  const about = await page.evaluate((html) => {
    const parsed = new DOMParser().parseFromString(html, "text/html");
    const meta = (name: string) =>
      parsed
        .querySelector(`meta[property="${name}"], meta[name="${name}"]`)
        ?.getAttribute("content");
    return [parsed.title, meta("og:title"), meta("og:description"), meta("description")];
  }, source);
  expect(about).toEqual([`${PAYLOAD} · Chuckwagon`, PAYLOAD, PAYLOAD, PAYLOAD]);
}

async function expectText(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect.poll(() => page.evaluate(shownText), { message: path }).toContain(PAYLOAD);
  await expectHarmless(page);
}

/** The text of the page, and of its fields. */
function shownText(): string {
  const fields = [...document.querySelectorAll<HTMLInputElement>("input, textarea")];
  return [document.body.textContent, ...fields.map(({ value }) => value)].join("\n");
}

async function expectHarmless(page: Page): Promise<void> {
  expect(await page.locator(MARKUP).count(), page.url()).toBe(0);
  expect(await page.evaluate(() => Reflect.get(window, "h")), page.url()).toBeUndefined();
}
