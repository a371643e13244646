import { expectNoBarriers } from "../harness/barriers.ts";
import { expectNoSideScroll } from "../harness/layout.ts";
import { answerCall } from "../harness/network.ts";
import { expect, test } from "../harness/test.ts";

test("the truck lookup shows what the API says of each slug", async ({ page, product }) => {
  await page.goto("/api-test");
  await expect(page.getByText(`${product.url}/api`)).toBeVisible();
  const answer = page.getByRole("region", { name: "JSON answer" });
  await page.getByRole("button", { name: "spicy-burritos" }).click();
  await expect(answer).toContainText('"name": "Spicy Burritos"');
  await page.getByRole("button", { name: "test-truck" }).click();
  await expect(answer).toContainText('"slug": "test-truck"');
  await page.getByRole("button", { name: "nonexistent-truck" }).click();
  await expect(page.getByText(/API Error: 404 - ./)).toBeVisible();
  await expect(answer).toHaveCount(0);
});

test("the menu lookup takes a typed id, the API's or the fixed one", async ({ page }) => {
  await page.goto("/menu-test");
  const [field, submit] = [
    page.getByLabel("Truck ID"),
    page.getByRole("button", { name: "Fetch" }),
  ];
  await expect(submit).toBeDisabled();
  await page.getByRole("button", { name: 'Get the ID of "spicy-burritos"' }).click();
  await expect(page.getByText(/^Found \d+ menu items$/)).toBeVisible();
  await expect(field).toHaveValue(/^[0-9a-f]{24}$/);
  await field.fill("no-such-truck");
  await submit.click();
  await expect(page.getByText(/Menu API Error: 404 - ./)).toBeVisible();
  await page.getByRole("button", { name: "Use the sample ID" }).click();
  await expect(page.getByText(/^Found \d+ menu items$/)).toBeVisible();
  const answer = page.getByRole("region", { name: "JSON answer" });
  const { shown, all } = await answer.evaluate((box) => ({
    shown: box.clientHeight,
    all: box.scrollHeight,
  }));
  expect(all).toBeGreaterThan(shown);
});

for (const path of ["/api-test", "/menu-test"]) {
  test(`${path} is left out by search engines, and leads home when switched off`, async ({
    page,
  }) => {
    const answer = await page.goto(path);
    expect(answer?.headers()["x-robots-tag"]).toBe("noindex");
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
    await answerCall(page, "config", { devTools: false, currency: "usd" });
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Available Food Trucks" })).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("the tools fit a phone without a barrier", async ({ page }) => {
    await page.goto("/api-test");
    await page.getByRole("button", { name: "nonexistent-truck" }).click();
    await expect(page.getByText(/API Error: 404/)).toBeVisible();
    await expectNoBarriers(page, "api test, refused");
    await page.goto("/menu-test");
    await page.getByRole("button", { name: "Use the sample ID" }).click();
    await expect(page.getByText(/^Found \d+ menu items$/)).toBeVisible();
    await expectNoSideScroll(page);
    await expectNoBarriers(page, "menu test");
  });
});
