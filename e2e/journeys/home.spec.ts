import { gzipSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";
import { expect, test } from "../harness/test.ts";

const SCRIPT_BUDGET_BYTES = 110_000;

test("home shows the active trucks as cards that lead to their pages", async ({ page }) => {
  await page.goto("/");
  await expect(
    page.getByRole("heading", { name: "Order from Your Favorite Food Trucks" }),
  ).toBeVisible();
  await expect(page.getByText("Fresh food, delivered to your location")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Available Food Trucks" })).toBeVisible();

  const cards = page.getByRole("main").getByRole("heading", { level: 3 });
  // The demo's nine on the street, and whatever staff have added since; the inactive one is not there.
  const trucks: { name: string }[] = await (await page.request.get("/api/trucks/public")).json();
  expect(trucks.length).toBeGreaterThanOrEqual(9);
  await expect(cards).toHaveText(trucks.map(({ name }) => name));
  await expect(cards.filter({ hasText: "Frost & Cone" })).toHaveCount(0);
  const card = page.getByRole("listitem").filter({
    has: page.getByRole("heading", { name: "Spicy Burritos" }),
  });
  await expect(card).toContainText("Open");
  await expect(card).toContainText("Fat flour-tortilla burritos");
  await expect(card).toContainText("Portland, OR");
  await expect(card.getByRole("list", { name: "Cuisine" }).getByRole("listitem")).toHaveText([
    "Mexican",
    "Burritos",
    "Tacos",
  ]);
  await card.getByRole("link", { name: "Spicy Burritos" }).click();
  await expect(page).toHaveURL(/\/spicy-burritos$/);
});

test("a truck's page tells how to reach it and how much there is to eat", async ({ page }) => {
  await page.goto("/spicy-burritos");
  await expect(page.getByText("Tortillas are pressed to order")).toBeVisible();
  await expect(page.getByRole("link", { name: /555.*0142/ })).toHaveAttribute("href", /^tel:/);
  await expect(page.getByRole("link", { name: "hello@spicy-burritos.example" })).toHaveAttribute(
    "href",
    "mailto:hello@spicy-burritos.example",
  );
  await expect(page.getByText("Found 16 menu items")).toBeVisible();
});

test("home loads no payment script, nothing of the admin area, nothing from elsewhere, and little script", async ({
  page,
  product,
}) => {
  const scripts = await scriptsOf(page, "/");
  expect(scripts.length).toBeGreaterThan(0);
  for (const { url } of scripts) {
    expect(url).toMatch(new RegExp(`^${product.url}/`));
    expect(url).not.toMatch(/stripe|payment|admin|checkout/i);
  }
  const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
  expect(bytes).toBeLessThanOrEqual(SCRIPT_BUDGET_BYTES);
  expect(await page.evaluate(() => "Stripe" in window)).toBe(false);
});

/** Every script that a page fetches, preloads included, with its size on the wire when compressed. */
async function scriptsOf(page: Page, path: string): Promise<{ url: string; bytes: number }[]> {
  const responses: Response[] = [];
  page.on("response", (response) => responses.push(response));
  await page.goto(path, { waitUntil: "networkidle" });
  const scripts = responses.filter((response) =>
    /javascript/.test(response.headers()["content-type"] ?? ""),
  );
  return Promise.all(
    scripts.map(async (script) => ({
      url: script.url(),
      bytes: gzipSync(await script.body()).length,
    })),
  );
}
