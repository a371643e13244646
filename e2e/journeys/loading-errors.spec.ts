import { fillCustomer } from "../harness/checkout.ts";
import { addToCart, menuCard } from "../harness/menu.ts";
import { answerCall, breakCall, type Failure, SENTENCES, tryAgain } from "../harness/network.ts";
import { expect, test } from "../harness/test.ts";

const FAILURES: Failure[] = ["unreachable", "html", "told-500"];

for (const failure of FAILURES) {
  test(`home says that the trucks did not load, and why: ${failure}`, async ({ page }) => {
    const heal = await breakCall(page, "trucks/public", failure);
    await page.goto("/");
    await expect(page.getByText("Failed to load food trucks")).toBeVisible();
    await expect(page.getByRole("main")).toContainText(SENTENCES[failure]);
    await tryAgain(page, heal);
    await expect(page.getByRole("link", { name: "Spicy Burritos" })).toBeVisible();
  });

  test(`a truck that did not load can be tried again: ${failure}`, async ({ page }) => {
    const heal = await breakCall(page, "trucks/by-slug/*", failure);
    await page.goto("/spicy-burritos");
    await expect(page.getByRole("heading", { name: "Error Loading Truck" })).toBeVisible();
    await expect(page.getByRole("main")).toContainText(SENTENCES[failure]);
    await tryAgain(page, heal, /again|retry/i);
    await expect(page.getByRole("heading", { name: "Spicy Burritos", level: 1 })).toBeVisible();
  });

  test(`a menu that did not load can be tried again: ${failure}`, async ({ page }) => {
    const heal = await breakCall(page, "menu-items/public/*", failure);
    await page.goto("/spicy-burritos");
    await expect(page.getByRole("main")).toContainText(SENTENCES[failure]);
    await tryAgain(page, heal, "Retry Loading Menu");
    await expect(menuCard(page, "Street Corn")).toBeVisible();
  });
}

test("no truck at all is said", async ({ page }) => {
  await answerCall(page, "trucks/public", []);
  await page.goto("/");
  await expect(page.getByText("No food trucks available at the moment.")).toBeVisible();
});

test("an empty menu, or one that is not found, is said", async ({ page }) => {
  await answerCall(page, "menu-items/public/*", []);
  await page.goto("/spicy-burritos");
  await expect(page.getByText("No menu items available")).toBeVisible();

  await page.unrouteAll();
  await page.route("**/api/menu-items/public/*", (route) =>
    route.fulfill({ status: 404, json: { error: "Not found", code: "not_found" } }),
  );
  await page.reload();
  await expect(page.getByText("No menu items available")).toBeVisible();
});

test("a checkout whose truck did not load says so and goes no further", async ({
  page,
  sandbox,
  phone,
}) => {
  await page.goto("/spicy-burritos");
  await addToCart(page, "Chips and Guacamole");
  await breakCall(page, "trucks/by-slug/*", "told-500");
  await page.goto("/spicy-burritos/checkout");
  await expect(page.getByText("Unable to load truck information", { exact: true })).toBeVisible();
  await fillCustomer(page, { phone });
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await expect(
    page.getByText("Unable to load truck information. Please try again.", { exact: true }),
  ).toBeVisible();
  expect(await sandbox.intents()).toEqual([]);
});
