import type { Locator, Page } from "@playwright/test";
import { resumeTime, stopTime } from "../../harness/browser/clock.ts";
import { watchConsole } from "../../harness/browser/console.ts";
import { type Account, openAs } from "../../harness/product/accounts.ts";
import { linkIn, receiveEmail } from "../../harness/product/mailbox.ts";
import { uniqueName } from "../../harness/product/names.ts";
import { createTruck } from "../../harness/product/own-trucks.ts";
import { expect, test } from "../../harness/test.ts";

const PASSWORD = "kettle-steam-window-19";

test("a new admin is invited by e-mail, signs in to one truck, and after a move to the other", async ({
  page,
  newPage,
  product,
  truck,
  sandbox,
  superadmin,
}) => {
  const complaints = watchConsole(page);
  const next = await createTruck(product, {}, [{ name: "Pierogi" }]);
  const name = uniqueName("Noor");
  const email = `${name.replace(" ", ".").toLowerCase()}@chuckwagon.example`;
  await openAs(page, superadmin);
  await page.goto("/admin/users");
  await page.getByRole("button", { name: "Add staff" }).click();
  const drawer = page.getByRole("dialog", { name: "Add staff" });
  await drawer.getByLabel("Name", { exact: true }).fill(name);
  await drawer.getByLabel("Email").fill(email);
  await drawer.getByLabel("Food truck").selectOption({ label: truck.name });
  await drawer.getByRole("button", { name: "Send the invitation" }).click();
  await expect(staffRow(page, name)).toContainText(`${email}`);
  await expect(staffRow(page, name)).toContainText("Invited on");
  await expect(staffRow(page, name)).toContainText(truck.name);

  const theirs = await newPage();
  await acceptInvitation(theirs, linkIn(await receiveEmail(sandbox, email)), truck.name);
  await expect(theirs.getByRole("heading", { level: 1, name: `Welcome, ${name}` })).toBeVisible();
  await expect(theirs.getByRole("link", { name: "Edit Horchata" })).toBeVisible();
  await openStaticScreen(theirs);

  await page.getByRole("button", { name: `Edit ${name}` }).click();
  const edit = page.getByRole("dialog", { name: `Edit ${name}` });
  await edit.getByLabel("Food truck").selectOption({ label: next.name });
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit).toBeHidden();
  await expect(staffRow(page, name)).toContainText(next.name);

  await theirs.getByRole("link", { name: "Dashboard" }).first().click();
  await resumeTime(theirs);
  await expect(theirs).toHaveURL(/\/admin\/login$/);
  await signIn(theirs, { email, password: PASSWORD });
  await expect(theirs.getByRole("link", { name: "Edit Pierogi" })).toBeVisible();
  expect(complaints).toEqual([]);
});

test("a disabled account loses its session at once, and returns to its screen when it is enabled", async ({
  page,
  newPage,
  admin,
  superadmin,
}) => {
  const theirs = await newPage();
  await openAs(theirs, admin);
  await openStaticScreen(theirs);
  await openAs(page, superadmin);
  await page.goto("/admin/users");
  await page.getByRole("button", { name: `Edit ${admin.name}` }).click();
  await page.getByRole("button", { name: "Disable account" }).click();
  const question = page.getByRole("alertdialog", { name: `Disable ${admin.name}?` });
  await question.getByRole("button", { name: "Disable" }).click();
  await expect(staffRow(page, admin.name).getByText("Disabled")).toBeVisible();

  await theirs.getByRole("link", { name: "Customers" }).first().click();
  await resumeTime(theirs);
  await expect(theirs).toHaveURL(/\/admin\/login$/);
  await stopTime(theirs);
  await signIn(theirs, admin);
  await expect(theirs.getByText("Invalid email or password")).toBeVisible();
  await resumeTime(theirs);

  await page.getByRole("button", { name: `Edit ${admin.name}` }).click();
  await page.getByRole("button", { name: "Enable account" }).click();
  await expect(staffRow(page, admin.name).getByText("Active", { exact: true })).toBeVisible();
  await signIn(theirs, admin);
  await expect(theirs).toHaveURL(/\/admin\/customers$/);
});

/**
 * A screen that asks the server for nothing by itself: the end of the session is met by the next click. What the page
 * reads ahead for a counter without network has come, and its polls wait for a clock that stands.
 */
async function openStaticScreen(page: Page): Promise<void> {
  const readAhead = [/\/menu-items\/truck\//, /\/counter$/, /\/api\/orders\?.*status=ready/];
  const answers = readAhead.map((address) => page.waitForResponse(address));
  await page.goto("/admin/profile");
  await expect(page.getByRole("heading", { level: 1, name: "Your profile" })).toBeVisible();
  await Promise.all(answers);
  await stopTime(page);
}

/** Sets the password by the link, which signs in. */
async function acceptInvitation(page: Page, link: string, truckName: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByText(`You look after ${truckName} as an admin.`)).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Set password" }).click();
}

function staffRow(page: Page, name: string): Locator {
  return page.getByRole("row").filter({ hasText: name });
}

async function signIn(page: Page, account: Pick<Account, "email" | "password">): Promise<void> {
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}
