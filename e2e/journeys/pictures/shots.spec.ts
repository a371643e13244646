import { join } from "node:path";
import type { Page } from "@playwright/test";
import { imagesLoaded, settle } from "../../harness/browser/layout.ts";
import { breakCall } from "../../harness/browser/network.ts";
import { IMAGES } from "../../harness/product/document-images.ts";
import {
  CARDS,
  continueToPayment,
  expectConfirmed,
  fillAddress,
  fillCard,
  payButton,
} from "../../harness/screens/checkout.ts";
import {
  addToCart,
  notifications,
  openCart,
  openMenuItem,
  option,
} from "../../harness/screens/menu.ts";
import { expect, test } from "../../harness/test.ts";

const E2E = join(import.meta.dirname, "..", "..");
const SIZES = [
  { width: 360, height: 800 },
  { width: 1280, height: 900 },
];

test.skip(process.env.SHOTS !== "1", "Images are taken with SHOTS=1.");
test.use({ demo: "used" });

for (const viewport of SIZES) {
  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(`${viewport.width} ${colorScheme}`, () => {
      test.use({ viewport, colorScheme, deviceScaleFactor: 1 });

      test("every screen of a purchase", async ({ page, product, phone }) => {
        test.slow();
        const shoot = camera(page, `${viewport.width}-${colorScheme}`);
        await purchase(page, phone, shoot);
        await page.goto(product.sandboxUrl);
        await shoot("sandbox");
        await page.goto(`${product.sandboxUrl}/messages`);
        await shoot("sandbox-messages");
      });

      test("every dead end", async ({ page }) => {
        const shoot = camera(page, `${viewport.width}-${colorScheme}`);
        await page.goto("/no-such-truck");
        await shoot("truck-not-found");
        await page.goto("/spicy-burritos/checkout");
        await shoot("empty-cart");
        await page.goto("/spicy-burritos/order-confirmation");
        await shoot("no-order");
        await page.goto("/spicy-burritos/order-confirmation?payment_intent=pi_unknown");
        await shoot("verification-error");
        await breakCall(page, "trucks/public", "unreachable");
        await page.goto("/");
        await expect(page.getByText("Failed to load food trucks")).toBeVisible();
        await shoot("home-error");
        await page.goto("/leilas-falafel");
        await shoot("long-names");
      });
    });
  }
}

test.describe("the README's images", () => {
  test.use({
    viewport: { width: 1280, height: 800 },
    colorScheme: "light",
  });

  test("home, truck, checkout, confirmation", { tag: "@documents" }, async ({ page, phone }) => {
    test.slow();
    const wanted = new Map([
      ["home", "home.png"],
      ["truck-with-cart", "truck.png"],
      ["payment", "checkout.png"],
      ["confirmation", "confirmation.png"],
    ]);
    const shoot = async (name: string) => {
      const file = wanted.get(name);
      if (!file) return;
      if (name === "payment") {
        const end = page.getByRole("button", { name: "Back to customer information" });
        await end.evaluate((element) => element.scrollIntoView({ block: "end" }));
      }
      await atRest(page);
      await page.screenshot({ path: join(IMAGES, file) });
    };
    await purchase(page, phone, shoot);
  });
});

type Shoot = (name: string) => Promise<void>;

function camera(page: Page, suffix: string): Shoot {
  return async (name) => {
    await atRest(page);
    const path = join(E2E, "shots", `${name}-${suffix}.png`);
    if (await page.getByRole("dialog").isVisible()) await page.screenshot({ path });
    else await shootWholePage(page, path);
  };
}

/** In a window as tall as the page: frames that are out of view would not be painted. */
async function shootWholePage(page: Page, path: string): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 900 };
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: before.width, height: Math.max(height, before.height) });
  await atRest(page);
  await page.screenshot({ path });
  await page.setViewportSize(before);
}

async function atRest(page: Page): Promise<void> {
  await imagesLoaded(page);
  await page.evaluate(() => document.fonts.ready);
  await settle(page);
}

async function purchase(page: Page, phone: string, shoot: Shoot): Promise<void> {
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Spicy Burritos" })).toBeVisible();
  await shoot("home");

  await page.getByRole("link", { name: "Spicy Burritos" }).click();
  await openMenuItem(page, "The Portland");
  const dialog = page.getByRole("dialog", { name: "The Portland" });
  await option(dialog, "Carnitas").check();
  await option(dialog, "Guacamole").check();
  await shoot("options");
  await page.keyboard.press("Escape");
  await shoot("truck");
  await addToCart(page, "Horchata", { options: ["Large"] });
  await addToCart(page, "The Portland", { options: ["Carnitas", "Hot", "Guacamole"] });
  // A toast under the pointer would stay.
  await page.mouse.move(0, 0);
  await expect(notifications(page).getByRole("button")).toHaveCount(0);
  await page.evaluate(() => window.scrollTo(0, 500));
  await expect(page.getByRole("link", { name: "Burritos", exact: true })).toHaveAttribute(
    "aria-current",
  );
  await page.evaluate(() => window.scrollTo(0, 0));
  await shoot("truck-with-cart");

  const drawer = await openCart(page);
  await shoot("cart");
  await drawer.getByRole("button", { name: "Checkout" }).click();
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await expect(page.getByText("Please fill in all required fields")).toBeVisible();
  await shoot("customer-errors");
  await continueToPayment(page, { phone });
  await expect(payButton(page)).toBeEnabled();
  await fillAddress(page);
  await fillCard(page, CARDS.good);
  await payButton(page).focus();
  await page.evaluate(() => window.scrollTo(0, 0));
  await shoot("payment");
  await payButton(page).click();
  await expectConfirmed(page);
  await expect(page.getByText("SMS confirmation sent")).toBeVisible();
  await shoot("confirmation");
}
