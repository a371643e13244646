import type { Locator, Page } from "@playwright/test";
import { expectNoBarriers } from "../harness/barriers.ts";
import { watchConsole } from "../harness/console.ts";
import { expectNoSideScroll } from "../harness/layout.ts";
import { notifications } from "../harness/menu.ts";
import { breakCall, SENTENCES, tryAgain } from "../harness/network.ts";
import { callAs, enterAs } from "../harness/staff.ts";
import { expect, test } from "../harness/test.ts";

function row(page: Page, truck: string): Locator {
  return page.getByRole("row", { name: new RegExp(truck) });
}

/** Answers the provider's questions in one of the ways that it offers. */
async function answerProvider(page: Page, how: string): Promise<void> {
  await expect(page).toHaveTitle(/sandbox/);
  await page.getByRole("button", { name: how }).click();
  await expect(page).toHaveURL(/\/admin\/trucks\?onboarding=returned/);
}

test("a truck gets its payment account, half done first, over a used link, and then whole", async ({
  page,
  product,
}) => {
  const complaints = watchConsole(page);
  await enterAs(page, product, "superadmin");
  await page.goto("/admin/trucks");
  const truck = row(page, "Seoul Fire");
  await expect(truck.getByText("No Account")).toBeVisible();
  await truck.getByRole("button", { name: "Create Account" }).click();
  await expect(notifications(page)).toContainText("Seoul Fire has a Stripe account now.");
  await expect(truck.getByText("Pending")).toBeVisible();

  await truck.getByRole("button", { name: "Complete Setup" }).click();
  await expect(page).toHaveTitle(/sandbox/);
  const usedLink = page.url();
  await answerProvider(page, "Leave half done");
  await expect(page.getByText("Seoul Fire: Pending")).toBeVisible();
  await expect(page.getByText("Bank account for payouts").first()).toBeVisible();
  await expectNoBarriers(page, "trucks, back from the provider");

  // A link works once: the provider sends the browser to us, and we send it on with a fresh one.
  await page.goto(usedLink);
  await expect(page).toHaveTitle(/sandbox/);
  expect(page.url()).not.toBe(usedLink);
  await answerProvider(page, "Complete everything");
  await expect(page.getByText("Seoul Fire: Active")).toBeVisible();
  await expect(truck.getByText("Active")).toHaveCount(2);
  await expect(truck.getByRole("button", { name: "Complete Setup" })).toHaveCount(0);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page).toHaveURL(/\/admin\/trucks$/);
  expect(complaints).toEqual([]);
});

test("what the account lacks is listed in words, and a missed deadline is told", async ({
  page,
  product,
}) => {
  await enterAs(page, product, "superadmin");
  await page.goto("/admin/trucks");
  const truck = row(page, "Harbor Roll");
  await truck.getByRole("button", { name: "Create Account" }).click();
  await truck.getByRole("button", { name: "Complete Setup" }).click();
  await answerProvider(page, "Miss the deadline");
  await truck.getByText("Past Due", { exact: true }).click();
  await expect(truck.getByText("Social Security or taxpayer number")).toBeVisible();
  await expect(truck.getByText("Agreement to the payment provider's terms")).toBeVisible();
  await expectNoBarriers(page, "trucks, a row opened");
});

test("a provider that fails harms nothing but its own step", async ({ page, product, sandbox }) => {
  await enterAs(page, product, "superadmin");
  await page.goto("/admin/trucks");
  const truck = row(page, "Saffron Road");
  await expect(truck.getByText("No Account")).toBeVisible();
  await sandbox.fault({ target: "stripe", mode: "error", match: "accounts" });
  await truck.getByRole("button", { name: "Create Account" }).click();
  await expect(notifications(page)).toContainText("Failed to create Stripe account");
  await expect(truck.getByText("No Account")).toBeVisible();
  await sandbox.heal();
  await truck.getByRole("button", { name: "Create Account" }).click();
  await expect(truck.getByText("Pending")).toBeVisible();
});

test("a truck leaves the street and comes back, and goes for good only after a question", async ({
  page,
  product,
  phone,
}) => {
  // A truck of this test's own: the street of the others stays as it is.
  const name = `Popup ${phone.slice(-5)}`;
  await callAs(product, "superadmin", ["POST", "/trucks"], { name, isActive: true });
  await enterAs(page, product, "superadmin");
  await page.goto("/admin/trucks");
  const truck = row(page, name);
  await truck.getByRole("button", { name: "Deactivate" }).click();
  await expect(truck.getByText("Inactive")).toBeVisible();
  const street = await page.context().newPage();
  await street.goto("/");
  await expect(street.getByRole("link", { name: "Seoul Fire" })).toBeVisible();
  await expect(street.getByRole("link", { name })).toHaveCount(0);
  await truck.getByRole("button", { name: "Activate" }).click();
  await expect(truck.getByRole("button", { name: "Deactivate" })).toBeVisible();
  await street.reload();
  await expect(street.getByRole("link", { name })).toBeVisible();

  await page.bringToFront();
  await truck.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(
    `Are you sure you want to delete "${name}"? This action cannot be undone.`,
  );
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(truck).toBeVisible();
  await truck.getByRole("button", { name: "Delete" }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(notifications(page)).toContainText(`${name} was deleted.`);
  await expect(truck).toHaveCount(0);
  await street.bringToFront();
  await street.reload();
  await expect(street.getByRole("link", { name: "Seoul Fire" })).toBeVisible();
  await expect(street.getByRole("link", { name })).toHaveCount(0);
});

for (const failure of ["unreachable", "html", "told-500"] as const) {
  test(`trucks that cannot be loaded (${failure}) can be tried again`, async ({
    page,
    product,
  }) => {
    await enterAs(page, product, "superadmin");
    const heal = await breakCall(page, "trucks", failure);
    await page.goto("/admin/trucks");
    await expect(
      page.getByRole("heading", { name: `Failed to load trucks: ${SENTENCES[failure]}` }),
    ).toBeVisible();
    await tryAgain(page, heal);
    await expect(row(page, "Spicy Burritos")).toBeVisible();
  });
}

test("an admin is sent to the dashboard", async ({ page, product }) => {
  await enterAs(page, product, "admin");
  await page.goto("/admin/trucks");
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("the trucks fit a phone without a barrier", async ({ page, product }) => {
    await enterAs(page, product, "superadmin");
    await page.goto("/admin/trucks");
    await expect(page.getByText("Create Account").first()).toBeVisible();
    await expectNoSideScroll(page);
    await expectNoBarriers(page, "trucks");
    await page.getByRole("button", { name: "Delete" }).first().click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await expectNoBarriers(page, "trucks, the question before deleting");
  });
});
