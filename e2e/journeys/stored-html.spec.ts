import type { Page } from "@playwright/test";
import {
  type Admin,
  asOwner,
  callWith,
  enterAsOwnerOf,
  newDish,
  newTruck,
  onlyDish,
  type Truck,
} from "../harness/arrange.ts";
import { openDish } from "../harness/menu.ts";
import type { Product } from "../harness/product.ts";
import { placeOrder } from "../harness/quick-order.ts";
import type { Sandbox } from "../harness/sandbox.ts";
import { enterWith, signedIn } from "../harness/staff.ts";
import { expect, test } from "../harness/test.ts";

/** Each ends whatever it may stand in, and would set a flag if it ran. */
const PAYLOADS = [
  `"'><img src=x onerror=hacked=1>`,
  "</script><script>hacked=1</script>",
  `"'></title><svg onload=hacked=1>`,
];
const PASSWORD = "griddle-before-dawn-52";
/** What such a text may not have become: markup of anybody's. */
const MADE = "[onerror], [onload], svg svg, img[src='x'], body script:not([src]):not([type])";

interface Street {
  truck: Truck;
  dishId: string;
  orderId: string;
  customerId: string;
  token: string;
  admin: Pick<Admin, "name" | "token">;
}

// Without the policy of the pages: what is shown as text needs none to be harmless.
test.use({ bypassCSP: true });

for (const [number, payload] of PAYLOADS.entries()) {
  test(`what people write is shown as they wrote it, whatever it is (${number + 1})`, async ({
    page,
    product,
    sandbox,
    phone,
  }) => {
    test.slow();
    const street = await fill(product, sandbox, phone, payload);
    const dialogs: string[] = [];
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await expectHarmlessSource(page, street, payload);
    for (const path of [
      "/",
      `/${street.truck.slug}`,
      `/${street.truck.slug}/order/${street.token}`,
    ]) {
      await expectText(page, path, payload);
    }
    await page.goto(`/${street.truck.slug}`);
    await openDish(page, payload);
    await expect(page.getByRole("dialog").getByText(payload).first()).toBeVisible();
    await expectHarmless(page);
    await expectText(page, `${product.sandboxUrl}/messages`, payload);

    await enterAsOwnerOf(page, product, street.truck);
    for (const path of screens(street)) await expectText(page, path, payload);
    await enterWith(page, street.admin.token);
    for (const path of ["/admin/dashboard", "/admin/profile"])
      await expectText(page, path, payload);
    expect(dialogs).toEqual([]);
  });
}

test("a text that did become markup would be seen", async ({ page }) => {
  await page.goto("/");
  await expectHarmless(page);
  await page.evaluate((payload) => {
    document.body.insertAdjacentHTML("beforeend", payload);
  }, PAYLOADS[0] ?? "");
  await expect.poll(() => page.evaluate(() => Reflect.get(window, "hacked"))).toBe(1);
  await expect(expectHarmless(page)).rejects.toThrow();
});

function screens({ truck, dishId, orderId, customerId }: Street): string[] {
  return [
    "/admin/dashboard",
    "/admin/orders",
    "/admin/orders/new",
    `/admin/orders/${orderId}`,
    `/admin/orders/${orderId}/print?what=ticket&paper=80`,
    `/admin/orders/${orderId}/print?what=receipt&paper=80`,
    "/admin/kitchen",
    "/admin/menu",
    `/admin/menu/edit/${dishId}`,
    "/admin/customers",
    `/admin/customers/${customerId}?truck=${truck._id}`,
    "/admin/analytics?period=today",
    "/admin/trucks",
    `/admin/trucks/edit/${truck._id}`,
    "/admin/users",
    "/admin/ledger",
  ];
}

/** A street on which every text that somebody can store is the payload. */
async function fill(
  product: Product,
  sandbox: Sandbox,
  phone: string,
  payload: string,
): Promise<Street> {
  const options = [{ name: payload, additionalPrice: 1, isAvailable: true }];
  const truck = await newTruck(product, {
    name: payload,
    shortDescription: payload,
    description: payload,
    cuisine: [payload],
    location: { city: payload, state: payload },
    owner: { name: payload, email: "olive@chuckwagon.example" },
  });
  await newDish(product, truck, {
    name: payload,
    description: payload,
    category: payload,
    section: payload,
    optionGroups: [{ name: payload, minSelect: 0, maxSelect: 1, options }],
  });
  const dish = await onlyDish(product, truck);
  const optionIds = dish.optionGroups.flatMap((group) => group.options.map(({ _id }) => _id));
  const line = { menuItemId: dish._id, quantity: 1, optionIds, specialInstructions: payload };
  const admin = await hire(product, truck, payload);
  const { _id: orderId } = await callWith<{ _id: string }>(
    product,
    admin.token,
    ["POST", "/orders"],
    {
      customerName: payload,
      customerPhone: phone,
      items: [line],
      specialInstructions: payload,
      payment: "card",
    },
  );
  const paid = await placeOrder(product, sandbox, {
    ...truck,
    dish: payload,
    phone,
    name: payload,
  });
  const refund = { amount: 1, reason: payload };
  await callWith(product, admin.token, ["POST", `/orders/${paid._id}/refunds`], refund);
  const { customers } = await asOwner<{ customers: { _id: string }[] }>(product, [
    "GET",
    `/customers?truckId=${truck._id}`,
  ]);
  const token = await trackingToken(sandbox, phone);
  await callWith(product, admin.token, ["PATCH", `/trucks/${truck._id}/settings`], {
    acceptingOrders: false,
    notAcceptingReason: payload,
  });
  await callWith(product, admin.token, ["PATCH", `/trucks/${truck._id}/settings`], {
    acceptingOrders: true,
  });
  return { truck, dishId: dish._id, orderId, customerId: customers[0]?._id ?? "", token, admin };
}

async function hire(product: Product, truck: Truck, name: string): Promise<Street["admin"]> {
  const email = `${truck.slug.slice(0, 20)}-${truck._id.slice(0, 6)}@chuckwagon.example`;
  const body = { name, email, password: PASSWORD, role: "admin", truckId: truck._id };
  await asOwner(product, ["POST", "/auth/register"], body);
  return { name, token: await signedIn(product, { email, password: PASSWORD }) };
}

async function trackingToken(sandbox: Sandbox, phone: string): Promise<string> {
  const find = async () =>
    (await sandbox.texts(phone))
      .map(({ body }) => /\/order\/([\w-]{43})/.exec(body)?.[1])
      .find(Boolean);
  await expect.poll(find).toBeTruthy();
  return (await find()) ?? "";
}

/** The pages as they come, before any script: head, content and data. */
async function expectHarmlessSource(page: Page, { truck }: Street, payload: string): Promise<void> {
  for (const path of ["/", `/${truck.slug}`]) {
    const source = await (await page.request.get(path)).text();
    expect(source).not.toContain(payload);
    expect(source).not.toMatch(/<(img|svg)[^>]* on(error|load)=|<script>hacked/);
  }
  const source = await (await page.request.get(`/${truck.slug}`)).text();
  const about = await page.evaluate((html) => {
    const parsed = new DOMParser().parseFromString(html, "text/html");
    const meta = (name: string) =>
      parsed
        .querySelector(`meta[property="${name}"], meta[name="${name}"]`)
        ?.getAttribute("content");
    return [parsed.title, meta("og:title"), meta("og:description"), meta("description")];
  }, source);
  expect(about).toEqual([`${payload} · Chuckwagon`, payload, payload, payload]);
}

async function expectText(page: Page, path: string, payload: string): Promise<void> {
  await page.goto(path);
  await expect.poll(() => page.evaluate(shown), { message: path }).toContain(payload);
  await expectHarmless(page);
}

/** What stands on the page, and in its fields. */
function shown(): string {
  const fields = [...document.querySelectorAll<HTMLInputElement>("input, textarea")];
  return [document.body.textContent, ...fields.map(({ value }) => value)].join("\n");
}

async function expectHarmless(page: Page): Promise<void> {
  expect(await page.locator(MADE).count(), page.url()).toBe(0);
  expect(await page.evaluate(() => Reflect.get(window, "hacked")), page.url()).toBeUndefined();
}
