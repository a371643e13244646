import { stopTime } from "../harness/clock.ts";
import { watchConsole } from "../harness/console.ts";
import { glimpse } from "../harness/glimpse.ts";
import { notifications } from "../harness/menu.ts";
import { breakCall, tryAgain, UNREACHABLE } from "../harness/network.ts";
import { enterAs, sampleAccount, signIn } from "../harness/staff.ts";
import { expect, test } from "../harness/test.ts";

const OFFLINE =
  "Backend Offline: Unable to connect to server. Please ensure the backend is running.";

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

test("a wrong password says so for a while, and each field says what it needs", async ({
  page,
  product,
}) => {
  const { email } = await sampleAccount(product, "admin");
  await page.clock.install();
  await page.goto("/admin/login");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Email is required")).toBeVisible();
  await expect(page.getByText("Password is required")).toBeVisible();
  await page.getByLabel("Email").fill("nobody");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await expect(page.getByText("Password must be at least 6 characters")).toBeVisible();

  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("not-the-password");
  await stopTime(page);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Login Failed")).toBeVisible();
  await expect(page.getByText("Invalid email or password")).toBeVisible();
  await page.clock.resume();
  await expect(page.getByText("Login Failed")).toBeHidden();
});

test("help is an alert that names whom to ask", async ({ page }) => {
  await page.goto("/admin/login");
  for (const name of ["Forgot password?", "Contact support"]) {
    const told = page.waitForEvent("dialog");
    await Promise.all([
      told.then((dialog) => {
        expect(dialog.message()).toContain("administrator");
        return dialog.accept();
      }),
      page.getByRole("button", { name }).click(),
    ]);
  }
});

test("a sample account fills the form", async ({ page, product }) => {
  const { email } = await sampleAccount(product, "superadmin");
  await page.goto("/admin/login");
  await page.getByRole("button", { name: new RegExp(email) }).click();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
});

test("the screen warns while the server is away, and stops when it is back", async ({ page }) => {
  await page.route("**/health", (route) => route.abort("connectionrefused"));
  await page.goto("/admin/login");
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await page.unroute("**/health");
  await expect(page.getByText(OFFLINE)).toBeHidden();
});

test("a server that cannot be asked signs nobody out", async ({ page, product }) => {
  await enterAs(page, product, "admin");
  const heal = await breakCall(page, "auth/verify", "unreachable");
  await page.goto("/admin/dashboard");
  await expect(page.getByText(UNREACHABLE)).toBeVisible();
  await tryAgain(page, heal);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Marisol Vega");
});

test("a session that ended elsewhere leads to the sign-in screen and back", async ({
  page,
  product,
}) => {
  const token = await enterAs(page, product, "admin");
  await page.goto("/admin/menu");
  await expect(page.getByRole("table")).toBeVisible();
  await fetch(`${product.url}/api/auth/logout`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
  });
  await page.getByRole("link", { name: "Orders" }).first().click();
  await expect(page).toHaveURL(/\/admin\/login$/);
  await expect(notifications(page)).toContainText("Your session has ended");
  const { email, password } = await sampleAccount(product, "admin");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/orders$/);
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

test("an admin without a truck is told so on every screen", async ({ page, product }) => {
  await enterAs(page, product, "truckless");
  await page.goto("/admin/menu");
  await expect(
    page.getByText(
      "Access Restricted: No food truck associated with your account. Please contact an administrator.",
    ),
  ).toBeVisible();
  await page.goto("/admin/orders");
  await expect(page.getByText("No Truck Assigned")).toBeVisible();
});
