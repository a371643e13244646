import { expectNoBarriers } from "../../harness/browser/barriers.ts";
import { expectNoSideScroll } from "../../harness/browser/layout.ts";
import { expect, test } from "../../harness/test.ts";

test.use({ viewport: { width: 360, height: 740 } });

test("both developer tools show the API's answers, on a phone as well", async ({
  page,
  product,
}) => {
  const answer = page.getByRole("region", { name: "JSON answer" });
  await page.goto("/api-test");
  await expect(page.getByText(`${product.url}/api`)).toBeVisible();
  await page.getByRole("button", { name: 'Look up "spicy-burritos"' }).click();
  await expect(answer).toContainText('"name": "Spicy Burritos"');
  await page.getByRole("button", { name: "nonexistent-truck" }).click();
  await expect(page.getByText(/API Error: 404 - ./)).toBeVisible();
  await expect(answer).toHaveCount(0);
  await expectNoSideScroll(page);
  await expectNoBarriers(page, "the truck lookup with an error");

  await page.goto("/menu-test");
  await page.getByRole("button", { name: 'Get the ID of "spicy-burritos"' }).click();
  await expect(page.getByText(/^Found \d+ menu items$/)).toBeVisible();
  await expect(page.getByLabel("Truck ID")).toHaveValue(/^[0-9a-f]{24}$/);
  await page.getByLabel("Truck ID").fill("no-such-truck");
  await page.getByRole("button", { name: "Fetch menu" }).click();
  await expect(page.getByText(/Menu API Error: 404 - ./)).toBeVisible();
  await page.getByRole("button", { name: "Use the sample ID" }).click();
  await expect(page.getByText(/^Found \d+ menu items$/)).toBeVisible();
  const isScrolledInside = (box: Element) => box.scrollHeight > box.clientHeight;
  expect(await answer.evaluate(isScrolledInside)).toBe(true);
  await expectNoSideScroll(page);
  await expectNoBarriers(page, "the menu lookup with an answer");
});
