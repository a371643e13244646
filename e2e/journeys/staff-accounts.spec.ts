import type { BrowserContext, Locator, Page } from "@playwright/test";
import { type Admin, newAdmin, newTruck, unique } from "../harness/arrange.ts";
import { watchConsole } from "../harness/console.ts";
import { glimpse } from "../harness/glimpse.ts";
import { notifications } from "../harness/menu.ts";
import { enterAs, enterWith } from "../harness/staff.ts";
import { expect, test } from "../harness/test.ts";

const PASSWORD = "kettle-steam-window-19";

test("a superadmin adds an admin, who signs in and looks after that truck only", async ({
  page,
  browser,
  product,
}) => {
  const complaints = watchConsole(page);
  const truck = await newTruck(product, { dishes: [{ name: "Pierogi" }] });
  const name = unique("Noor");
  const email = `${name.replace(" ", ".").toLowerCase()}@chuckwagon.example`;
  await enterAs(page, product, "superadmin");
  await page.goto("/admin/users");
  await page.getByRole("button", { name: "Add staff" }).click();
  const drawer = page.getByRole("dialog", { name: "Add staff" });
  await drawer.getByLabel("Name", { exact: true }).fill(name);
  await drawer.getByLabel("Email").fill(email);
  await drawer.getByLabel("Food truck").selectOption({ label: truck.name });
  await drawer.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await drawer.getByRole("button", { name: "Add to staff" }).click();
  await expect(notifications(page)).toContainText(`${name} can sign in now`);
  const row = personRow(page, name);
  await expect(row).toContainText(email);
  await expect(row).toContainText(truck.name);
  await expect(row.getByText("Active", { exact: true })).toBeVisible();
  expect(complaints).toEqual([]);

  const theirs = await (await browser.newContext({ baseURL: product.url })).newPage();
  await fillSignIn(theirs, email, PASSWORD);
  await expect(theirs.getByRole("heading", { level: 1, name: `Welcome, ${name}` })).toBeVisible();
  await expect(theirs.getByRole("link", { name: "Edit Pierogi" })).toBeVisible();
  await theirs.context().close();
});

test("whoever is moved to another truck signs in again, and finds that one", async ({
  page,
  browser,
  product,
}) => {
  const from = await newTruck(product, { dishes: [{ name: "Before" }] });
  const to = await newTruck(product, { dishes: [{ name: "After" }] });
  const admin = await newAdmin(product, from);
  const theirs = await openAs(await browser.newContext({ baseURL: product.url }), admin);
  await expect(theirs.getByRole("link", { name: "Edit Before" })).toBeVisible();

  const drawer = await edit(page, product, admin);
  await drawer.getByLabel("Food truck").selectOption({ label: to.name });
  await drawer.getByRole("button", { name: "Save" }).click();
  await expect(notifications(page)).toContainText(`${admin.name} saved`);
  await expect(personRow(page, admin.name)).toContainText(to.name);

  await theirs.getByRole("link", { name: "Customers" }).first().click();
  await expect(theirs).toHaveURL(/\/admin\/login$/);
  await fillSignIn(theirs, admin.email, admin.password);
  await expect(theirs).toHaveURL(/\/admin\/customers$/);
  await theirs.getByRole("link", { name: "Dashboard" }).first().click();
  await expect(theirs.getByRole("link", { name: "Edit After" })).toBeVisible();
  await theirs.context().close();
});

test("a disabled account is out at once, and in again when it is enabled", async ({
  page,
  browser,
  product,
}) => {
  const admin = await newAdmin(product, await newTruck(product));
  const theirs = await openAs(await browser.newContext({ baseURL: product.url }), admin);
  await expect(theirs.getByRole("heading", { level: 1 })).toContainText(admin.name);

  const drawer = await edit(page, product, admin);
  await drawer.getByRole("button", { name: "Disable account" }).click();
  const question = page.getByRole("alertdialog", { name: `Disable ${admin.name}?` });
  await question.getByRole("button", { name: "Disable" }).click();
  await expect(notifications(page)).toContainText(`${admin.name} can no longer sign in`);
  await expect(personRow(page, admin.name).getByText("Disabled")).toBeVisible();

  await theirs.getByRole("link", { name: "Customers" }).first().click();
  await expect(theirs).toHaveURL(/\/admin\/login$/);
  const refused = glimpse(theirs, "Invalid email or password");
  await fillSignIn(theirs, admin.email, admin.password);
  await refused;

  await page.getByRole("button", { name: `Edit ${admin.name}` }).click();
  await page.getByRole("button", { name: "Enable account" }).click();
  await expect(notifications(page)).toContainText(`${admin.name} can sign in again`);
  await fillSignIn(theirs, admin.email, admin.password);
  // It goes on where it was interrupted.
  await expect(theirs).toHaveURL(/\/admin\/customers$/);
  await theirs.context().close();
});

async function edit(
  page: Page,
  product: Parameters<typeof enterAs>[1],
  { name }: Admin,
): Promise<Locator> {
  await enterAs(page, product, "superadmin");
  await page.goto("/admin/users");
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  return page.getByRole("dialog", { name: `Edit ${name}` });
}

function personRow(page: Page, name: string): Locator {
  return page.getByRole("row").filter({ hasText: name });
}

async function openAs(context: BrowserContext, { token }: Admin): Promise<Page> {
  const page = await context.newPage();
  await enterWith(page, token);
  // Its figures ask by themselves now and then; the session's end is to be met by a press.
  await page.route("**/api/orders/counts?*", () => undefined);
  await page.goto("/admin/dashboard");
  return page;
}

async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/admin/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}
