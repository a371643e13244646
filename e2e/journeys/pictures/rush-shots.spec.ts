import { join } from "node:path";
import type { Page } from "@playwright/test";
import { settle } from "../../harness/browser/layout.ts";
import { call } from "../../harness/product/api.ts";
import { demoToken, openAsDemo, orderAtCounter } from "../../harness/product/demo-day.ts";
import { IMAGES } from "../../harness/product/document-images.ts";
import type { Product } from "../../harness/product/product.ts";
import { Sandbox } from "../../harness/product/sandbox.ts";
import {
  CARDS,
  continueToPayment,
  expectConfirmed,
  fillAddress,
  fillCard,
  payButton,
} from "../../harness/screens/checkout.ts";
import { openMenuItem, option } from "../../harness/screens/menu.ts";
import { expect, test } from "../../harness/test.ts";

const PHONE = { width: 360, height: 750 };
const TABLET = { width: 1040, height: 540 };
const FRAMES = 40;
/** What happens before which frame. */
type Story = Partial<Record<number, () => Promise<unknown>>>;
interface Listed {
  orders: { _id: string }[];
}
const NEXT = { pending: "confirmed", confirmed: "preparing", preparing: "ready" } as const;

test.skip(process.env.SHOTS !== "1", "Images are taken with SHOTS=1.");
test.use({ demo: "used", pageClock: "native", colorScheme: "light", actionTimeout: 30_000 });

test("a rush: order, board, kitchen and tracking", { tag: "@documents" }, async ({
  newPage,
  product,
  phone,
}) => {
  test.setTimeout(600_000);
  const shown = await orderAtCounter(product, "The Portland", "Mei Tanaka");
  const pages = {
    order: await newPage({ viewport: PHONE }),
    board: await newPage({ viewport: TABLET }),
    kitchen: await newPage({ viewport: TABLET, colorScheme: "dark" }),
    tracking: await newPage({ viewport: PHONE }),
  };
  for (const page of [pages.board, pages.kitchen]) await openAsDemo(page, product, "admin");
  await open(pages.order, "/spicy-burritos");
  await open(pages.board, "/admin/orders");
  await open(pages.kitchen, "/admin/kitchen");
  await open(pages.tracking, shown.link);
  // The first press anywhere turns the sound on, and takes the bar about it away.
  for (const page of [pages.board, pages.kitchen]) await page.mouse.click(1, 1);
  const token = await demoToken(product, "admin");
  const move = (id: string, status: string) =>
    call(product, "PATCH", `/orders/${id}`, { token, body: { status } });
  const story: Story = {
    ...customerStory(pages.order, phone),
    7: () => move(shown._id, "confirmed"),
    15: () => move(shown._id, "preparing"),
    27: () => move(shown._id, "ready"),
    37: () => move(shown._id, "completed"),
  };
  await new Sandbox(product).startRush({ customers: 120, minutes: 2 });
  for (let frame = 0; frame < FRAMES; frame += 1) {
    await story[frame]?.();
    if (frame % 3 === 1) await workOn(product, token, shown._id, move);
    for (const [name, page] of Object.entries(pages)) await shoot(page, `${frame}-${name}`);
  }
  await new Sandbox(product).stopRush();
});

/** A customer orders on a phone. */
function customerStory(page: Page, phone: string): Story {
  const dialog = page.getByRole("dialog", { name: "The Portland" });
  return {
    3: () => openMenuItem(page, "The Portland"),
    5: () => option(dialog, "Carnitas").check(),
    6: () => option(dialog, "Guacamole").check(),
    8: () => dialog.getByRole("button", { name: /^Add to cart/ }).click(),
    10: () => page.getByRole("button", { name: /^Cart/ }).click(),
    13: () => page.getByRole("dialog").getByRole("button", { name: "Checkout" }).click(),
    16: async () => {
      await continueToPayment(page, { phone, name: "Rosa Parker" });
      await fillAddress(page);
    },
    19: () => fillCard(page, CARDS.good),
    20: () => payButton(page).scrollIntoViewIfNeeded(),
    22: async () => {
      await payButton(page).click();
      await expectConfirmed(page);
    },
    28: () =>
      page
        .getByRole("link", { name: /follow/i })
        .first()
        .click(),
  };
}

/** The kitchen takes the oldest order of each step to the next one. */
async function workOn(
  product: Product,
  token: string,
  exceptId: string,
  move: (id: string, status: string) => Promise<unknown>,
): Promise<void> {
  for (const [status, next] of Object.entries(NEXT).reverse()) {
    const found = await call<Listed>(product, "GET", `/orders?status=${status}`, { token });
    const oldest = found.orders.filter(({ _id }) => _id !== exceptId).at(-1);
    if (oldest && found.orders.length > 2) await move(oldest._id, next);
  }
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

async function shoot(page: Page, name: string): Promise<void> {
  await settle(page);
  await page.screenshot({ path: join(IMAGES, "rush", `${name}.png`) });
}
