import type { Page } from "@playwright/test";
import { resumeTime, stopTime } from "../../harness/browser/clock.ts";
import { watchConsole } from "../../harness/browser/console.ts";
import {
  type Account,
  createAdminWithoutTruck,
  createSuperadmin,
  openAs,
} from "../../harness/product/accounts.ts";
import { expect, test } from "../../harness/test.ts";

test("each role is refused with a wrong password, signs in and reaches what is its own", async ({
  product,
  newPage,
  admin,
}) => {
  const truckless = await createAdminWithoutTruck(product);
  const superadmin = await createSuperadmin(product);
  for (const { account, path, heading, url } of [
    { account: superadmin, path: "/admin/trucks", heading: "Trucks", url: /\/admin\/trucks$/ },
    { account: admin, path: "/admin/trucks", heading: "Welcome", url: /\/admin\/dashboard$/ },
    { account: truckless, path: "/admin/orders", heading: "Orders", url: /\/admin\/orders$/ },
  ]) {
    const page = await newPage();
    await page.goto("/admin/menu");
    await expect(page).toHaveURL(/\/admin\/login$/);
    // The notice about the refusal goes away by itself after some seconds of the page's clock.
    await stopTime(page);
    await submit(page, account, "not-the-password");
    await expect(page.getByRole("heading", { name: "Login Failed" })).toBeVisible();
    await expect(page.getByText("Invalid email or password")).toBeVisible();
    await resumeTime(page);
    await submit(page, account, account.password);
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(account.name);
    await page.goto(path);
    await expect(page).toHaveURL(url);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(heading);
  }
});

test("a sign-out ends the session in every tab and at the server", async ({
  page,
  context,
  admin,
}) => {
  const complaints = watchConsole(page);
  await openAs(page, admin);
  await page.goto("/admin/dashboard");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(admin.name);
  const secondTab = await context.newPage();
  await secondTab.goto("/admin/login");
  await expect(secondTab).toHaveURL(/\/admin\/dashboard$/);
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/login$/);
  await expect(secondTab).toHaveURL(/\/admin\/login$/);
  const verify = () =>
    page.request.get("/api/auth/verify", { headers: { Authorization: `Bearer ${admin.token}` } });
  await expect.poll(async () => (await verify()).status()).toBe(401);
  expect(complaints).toEqual([]);
});

async function submit(page: Page, { email }: Account, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}
