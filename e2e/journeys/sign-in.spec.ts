import { watchConsole } from "../harness/console.ts";
import { glimpse } from "../harness/glimpse.ts";
import { sampleAccount, signIn } from "../harness/staff.ts";
import { expect, test } from "../harness/test.ts";

test("an admin signs in with the Enter key, stays signed in over a reload, and signs out everywhere", async ({
  page,
  context,
  product,
}) => {
  const complaints = watchConsole(page);
  const { email, password } = await sampleAccount(product, "admin");
  await page.goto("/admin/menu");
  await expect(page).toHaveURL(/\/admin\/login$/);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
  const told = glimpse(page, "Login successful! Redirecting to dashboard...");
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await told;
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Marisol Vega");

  const secondTab = await context.newPage();
  await secondTab.goto("/admin/login");
  await expect(secondTab).toHaveURL(/\/admin\/dashboard$/);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/admin\/login$/);
  await expect(secondTab).toHaveURL(/\/admin\/login$/);
  expect(complaints).toEqual([]);
});

test("each role reaches what is its own", async ({ page, product }) => {
  await page.goto("/admin/trucks");
  await expect(page).toHaveURL(/\/admin\/login$/);
  await signIn(page, product, "admin");
  for (const path of ["/admin/trucks", "/admin/trucks/new", "/admin/users", "/admin/login"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
  }
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/admin\/login$/);
  await signIn(page, product, "superadmin");
  for (const [path, title] of [
    ["/admin/trucks", "Trucks"],
    ["/admin/users", "Staff"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  }
});
