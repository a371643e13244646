import type { Page } from "@playwright/test";
import { resumeTime, stopTime } from "../../harness/browser/clock.ts";
import { openAs, startSession } from "../../harness/product/accounts.ts";
import { nextCode } from "../../harness/product/authenticator.ts";
import { linkIn, receiveEmail } from "../../harness/product/mailbox.ts";
import { expect, test } from "../../harness/test.ts";

const NEW_PASSWORD = "copper-ladle-midnight-8";

test("a new password ends the session of the other browser, which then needs a confirmed email and a second factor", async ({
  page,
  newPage,
  product,
  sandbox,
  admin,
}) => {
  const other = await newPage();
  await openAs(other, { ...admin, token: await startSession(product, admin) });
  await openAs(page, admin);
  for (const browser of [page, other]) {
    await browser.goto("/admin/profile");
    await expect(browser.getByRole("heading", { level: 1, name: "Your profile" })).toBeVisible();
  }
  // The end of its session is met by the next click, not by a poll of its own.
  await stopTime(other);
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
  await expect(page.getByText(`${email} is not confirmed yet`)).toBeVisible();
  await page.goto(linkIn(await receiveEmail(sandbox, email)));
  await page.getByRole("button", { name: "Confirm this email" }).click();
  await page.getByRole("link", { name: "Go to your profile" }).click();
  await expect(page.getByRole("main").getByText(email)).toBeVisible();

  await other.getByRole("link", { name: "Customers" }).first().click();
  await resumeTime(other);
  await expect(other).toHaveURL(/\/admin\/login$/);
  await other.getByLabel("Email").fill(email);
  await other.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(other).toHaveURL(/\/admin\/customers$/);

  const { secret, recoveryCode } = await setUpApp(page);
  await other.reload();
  const signIn = async (proof: string) => {
    await expect(other).toHaveURL(/\/admin\/login$/);
    await other.getByLabel("Email").fill(email);
    await other.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
    await other.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(other.getByRole("heading", { name: "Confirm that it is you" })).toBeVisible();
    if (proof === recoveryCode) {
      await other.getByRole("button", { name: "Use a recovery code" }).click();
    }
    await expect(other.getByRole("textbox")).toBeFocused();
    await other.keyboard.type(proof);
    await other.keyboard.press("Enter");
    await expect(other).toHaveURL(/\/admin\/(customers|dashboard)$/);
  };
  await signIn(nextCode(secret));
  await other.getByRole("button", { name: "Sign out", exact: true }).click();
  await signIn(recoveryCode);
  await other.goto("/admin/profile");
  await expect(other.getByText(/^9 recovery codes are left/)).toBeVisible();
});

/** Sets up an authenticator app by the key that the screen shows, and keeps the first recovery code. */
async function setUpApp(page: Page): Promise<{ secret: string; recoveryCode: string }> {
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("img", { name: /QR code/ })).toBeVisible();
  const secret = (await dialog.getByRole("code").innerText()).replaceAll(" ", "");
  await dialog.getByLabel("Code that the app shows").fill(nextCode(secret, 0));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const codes = dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const recoveryCode = await codes.first().innerText();
  await dialog.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByText(/^10 recovery codes are left/)).toBeVisible();
  return { secret, recoveryCode };
}
