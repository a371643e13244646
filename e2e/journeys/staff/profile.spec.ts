import { openAs, startSession } from "../../harness/product/accounts.ts";
import { expect, test } from "../../harness/test.ts";

const NEW_PASSWORD = "copper-ladle-midnight-8";

test("a new email and password need the current one, and end the session of the other browser", async ({
  page,
  newPage,
  product,
  admin,
}) => {
  const other = await newPage();
  await openAs(other, { ...admin, token: await startSession(product, admin) });
  await openAs(page, admin);
  for (const browser of [page, other]) {
    await browser.goto("/admin/profile");
    await expect(browser.getByRole("heading", { level: 1, name: "Your profile" })).toBeVisible();
  }
  const access = page.getByRole("form", { name: "How you sign in" });
  const current = access.getByLabel("Current password", { exact: true });
  const save = access.getByRole("button", { name: "Save email and password" });
  const email = `new.${admin.email}`;
  await access.getByLabel("Email").fill(email);
  await access.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
  await current.fill("not-the-one-at-all");
  await save.click();
  await expect(current).toHaveAttribute("aria-invalid", "true");
  await current.fill(admin.password);
  await save.click();
  await expect(page.getByRole("main").getByText(email)).toBeVisible();

  await other.getByRole("link", { name: "Customers" }).first().click();
  await expect(other).toHaveURL(/\/admin\/login$/);
  await other.getByLabel("Email").fill(email);
  await other.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(other).toHaveURL(/\/admin\/customers$/);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Your profile" })).toBeVisible();
});
