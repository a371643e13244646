import { enterAsAdminOf, newTruck } from "../harness/arrange.ts";
import { watchConsole } from "../harness/console.ts";
import { notifications } from "../harness/menu.ts";
import { breakCall, SENTENCES } from "../harness/network.ts";
import { enterAs, signedIn } from "../harness/staff.ts";
import { expect, test } from "../harness/test.ts";

const NEW_PASSWORD = "copper-ladle-midnight-8";

test("somebody changes the own name, and the whole area knows it", async ({ page, product }) => {
  const complaints = watchConsole(page);
  const truck = await newTruck(product);
  await enterAsAdminOf(page, product, truck);
  await page.goto("/admin/profile");
  const main = page.getByRole("main");
  await expect(main.getByText(truck.name)).toBeVisible();
  const about = page.getByRole("form", { name: "About you" });
  await about.getByLabel("Name").fill("");
  await about.getByRole("button", { name: "Save name" }).click();
  await expect(about.getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
  await about.getByLabel("Name").fill("Imogen Hale");
  await about.getByRole("button", { name: "Save name" }).click();
  await expect(notifications(page)).toContainText("Your name is saved");
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Welcome, Imogen Hale" })).toBeVisible();
  expect(complaints).toEqual([]);
});

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

test("a change that fails keeps what was typed and says why", async ({ page, product }) => {
  await enterAsAdminOf(page, product, await newTruck(product));
  await page.goto("/admin/profile");
  const about = page.getByRole("form", { name: "About you" });
  await about.getByLabel("Name").fill("Imogen Hale");
  for (const failure of ["unreachable", "html", "told-500"] as const) {
    const heal = await breakCall(page, "auth/profile", failure);
    await about.getByRole("button", { name: "Save name" }).click();
    await expect(about.getByText(SENTENCES[failure], { exact: false })).toBeVisible();
    await heal();
  }
  await expect(about.getByLabel("Name")).toHaveValue("Imogen Hale");
});

test("each role reads what it is", async ({ page, product }) => {
  for (const [role, words] of [
    ["superadmin", "All trucks"],
    ["truckless", "No truck yet"],
  ] as const) {
    await enterAs(page, product, role);
    await page.goto("/admin/profile");
    await expect(page.getByRole("main").getByText(words)).toBeVisible();
  }
});
