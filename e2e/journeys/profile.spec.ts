import { enterAsAdminOf, newTruck } from "../harness/arrange.ts";
import { notifications } from "../harness/menu.ts";
import { signedIn } from "../harness/staff.ts";
import { expect, test } from "../harness/test.ts";

const NEW_PASSWORD = "copper-ladle-midnight-8";

test("e-mail and password change only with the present password, and end other sessions", async ({
  page,
  product,
}) => {
  const admin = await enterAsAdminOf(page, product, await newTruck(product));
  const elsewhere = await signedIn(product, admin);
  await page.goto("/admin/profile");
  const access = page.getByRole("form", { name: "How you sign in" });
  const save = access.getByRole("button", { name: "Save email and password" });
  await save.click();
  await expect(access.getByText("Change your email or enter a new password first.")).toBeVisible();
  const email = `new.${admin.email}`;
  await access.getByLabel("Email").fill(email);
  await access.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
  await access.getByLabel("Current password", { exact: true }).fill("not-the-one-at-all");
  await save.click();
  await expect(access.getByLabel("Current password", { exact: true })).toHaveAttribute(
    "aria-invalid",
    "true",
  );
  await access.getByLabel("Current password", { exact: true }).fill(admin.password);
  await save.click();
  await expect(notifications(page)).toContainText("Your sign-in is saved");
  await expect(page.getByRole("main").getByText(email)).toBeVisible();

  const verify = await fetch(`${product.url}/api/auth/verify`, {
    headers: { Authorization: `Bearer ${elsewhere}` },
  });
  expect(verify.status).toBe(401);
  expect(await signedIn(product, { email, password: NEW_PASSWORD })).toBeTruthy();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Your profile" })).toBeVisible();
});
