import type { Page } from "@playwright/test";
import { resumeTime, stopTime } from "../../harness/browser/clock.ts";
import { watchConsole } from "../../harness/browser/console.ts";
import {
  type Account,
  createAdminWithoutTruck,
  createSuperadmin,
  openAs,
  startSession,
} from "../../harness/product/accounts.ts";
import { linkIn, receiveEmail } from "../../harness/product/mailbox.ts";
import { expect, test } from "../../harness/test.ts";

const NEW_PASSWORD = "kettle-steam-window-19";

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

test("a sign-out ends the session in every tab, and a forgotten password's link every session at the server", async ({
  page,
  context,
  product,
  sandbox,
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
  const verify = async (token: string) =>
    (
      await page.request.get("/api/auth/verify", { headers: { Authorization: `Bearer ${token}` } })
    ).status();
  await expect.poll(() => verify(admin.token)).toBe(401);

  const elsewhere = await startSession(product, admin);
  expect(await verify(elsewhere)).toBe(200);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  // The sign-in screen that is left has a field for the address, too.
  await expect(page.getByRole("heading", { name: "Forgot password?" })).toBeVisible();
  await page.getByLabel("Email").fill(admin.email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  const email = await receiveEmail(sandbox, admin.email);
  expect(email.subject).toBe("Set a new password");
  await page.goto(linkIn(email));
  await expect(page.getByText(`For the account ${admin.email}.`)).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("heading", { name: "Your password is set" })).toBeVisible();
  expect(await verify(elsewhere)).toBe(401);
  await page.getByRole("link", { name: "Sign in" }).click();
  await submit(page, admin, NEW_PASSWORD);
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  expect(complaints).toEqual([]);
});

async function submit(page: Page, { email }: Account, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}
