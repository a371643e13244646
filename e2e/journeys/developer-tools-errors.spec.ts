import type { Page } from "@playwright/test";
import { breakCall, holdCall, UNREACHABLE } from "../harness/network.ts";
import { expect, test } from "../harness/test.ts";

const TRUCK = "trucks/by-slug/*";
const MENU = "menu-items/public/*";
const LOOK_UP = 'Look up "spicy-burritos"';
const SAMPLE = "Use the sample ID";
const BY_SLUG = 'Get the ID of "spicy-burritos"';

const ANSWERS = [
  { status: 200, body: "<h1>Proxy</h1>", says: /^Failed to parse JSON: ./ },
  { status: 200, body: '{"name": "cut o', says: /^Failed to parse JSON: ./ },
  { status: 500, body: "<h1>Proxy</h1>", says: /^(Menu )?API Error: 500 - <h1>Proxy<\/h1>$/ },
  {
    status: 404,
    body: '{"error": "Nothing by that name.", "code": "not_found"}',
    says: /^(Menu )?API Error: 404 - Nothing by that name\.$/,
  },
];

for (const { status, body, says } of ANSWERS) {
  test(`both tools tell an answer of ${status} with ${body.slice(0, 12)}`, async ({ page }) => {
    for (const [path, call, button] of [
      ["/api-test", TRUCK, LOOK_UP],
      ["/menu-test", MENU, SAMPLE],
    ] as const) {
      await page.goto(path);
      await page.route(`**/api/${call}`, (route) => route.fulfill({ status, body }));
      await page.getByRole("button", { name: button }).click();
      await expect(page.getByRole("alert").getByText(says)).toBeVisible();
      await expect(page.getByRole("region", { name: "JSON answer" })).toHaveCount(0);
    }
  });
}

test("both tools tell that the server is away, and answer when it is back", async ({ page }) => {
  for (const [path, call, button] of [
    ["/api-test", TRUCK, LOOK_UP],
    ["/menu-test", MENU, SAMPLE],
  ] as const) {
    await page.goto(path);
    const heal = await breakCall(page, call, "unreachable");
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByText(UNREACHABLE)).toBeVisible();
    await heal();
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByRole("region", { name: "JSON answer" })).toBeVisible();
    await expect(page.getByText(UNREACHABLE)).toHaveCount(0);
  }
});

test("the menu tool tells which half of its lookup failed", async ({ page }) => {
  await page.goto("/menu-test");
  await answer(page, { status: 500, json: { error: "Out of tortillas." } });
  await page.getByRole("button", { name: BY_SLUG }).click();
  await expect(
    page.getByText("Failed to get truck data: API Error: 500 - Out of tortillas."),
  ).toBeVisible();
  await page.unroute(`**/api/${TRUCK}`);
  await answer(page, { status: 200, json: { name: "Nobody" } });
  await page.getByRole("button", { name: BY_SLUG }).click();
  await expect(page.getByText("Could not get truck ID for testing")).toBeVisible();
});

test("nothing can be asked twice while the answer is on its way", async ({ page }) => {
  for (const [path, call, button] of [
    ["/api-test", TRUCK, LOOK_UP],
    ["/menu-test", MENU, SAMPLE],
  ] as const) {
    await page.goto(path);
    const release = await holdCall(page, call);
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByRole("status").filter({ hasText: "Loading..." })).toBeVisible();
    await expect(page.getByRole("button", { name: button })).toBeDisabled();
    await release();
    await expect(page.getByRole("region", { name: "JSON answer" })).toBeVisible();
    await expect(page.getByRole("button", { name: button })).toBeEnabled();
  }
  const release = await holdCall(page, MENU);
  await page.getByRole("button", { name: "Fetch menu" }).click();
  await expect(page.getByRole("button", { name: "Fetching..." })).toBeDisabled();
  await release();
  await expect(page.getByText(/^Found \d+ menu items$/)).toBeVisible();
});

async function answer(page: Page, reply: { status: number; json: object }): Promise<void> {
  await page.route(`**/api/${TRUCK}`, (route) => route.fulfill(reply));
}
