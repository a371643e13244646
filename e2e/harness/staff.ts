import { expect, type Page } from "@playwright/test";
import type { Product } from "./product.ts";

export type Role = "superadmin" | "admin" | "otherAdmin" | "truckless";

interface SampleAccount {
  email: string;
  password: string;
  role: "admin" | "superadmin";
  truckSlug?: string | null;
}

/** The demo's staff; the admin runs Spicy Burritos. */
export async function sampleAccount(product: Product, role: Role): Promise<SampleAccount> {
  const answer = await fetch(`${product.url}/api/config`);
  const { demoAccounts } = (await answer.json()) as { demoAccounts: SampleAccount[] };
  const fits: Record<Role, (account: SampleAccount) => boolean> = {
    superadmin: (account) => account.role === "superadmin",
    admin: (account) => account.truckSlug === "spicy-burritos",
    otherAdmin: (account) => account.truckSlug === "test-truck",
    truckless: (account) => account.role === "admin" && !account.truckSlug,
  };
  const found = demoAccounts.find(fits[role]);
  if (!found) throw new Error(`The demo has no ${role}.`);
  return found;
}

/** Fills in the sign-in screen as a person does, and waits for the dashboard. */
export async function signIn(page: Page, product: Product, role: Role): Promise<void> {
  const { email, password } = await sampleAccount(product, role);
  await page.goto("/admin/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
}

/** A token of the role's own, as the sign-in screen would get it. */
export async function staffToken(product: Product, role: Role): Promise<string> {
  return signedIn(product, await sampleAccount(product, role));
}

/** A token of whoever has this e-mail and password. */
export async function signedIn(
  product: Product,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const answer = await fetch(`${product.url}/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`${email} cannot sign in: ${answer.status}`);
  const { token } = (await answer.json()) as { token: string };
  return token;
}

/** Lets the next pages of this browser open as the role, without the way through the sign-in screen. */
export async function enterAs(page: Page, product: Product, role: Role): Promise<string> {
  const token = await staffToken(product, role);
  await enterWith(page, token);
  return token;
}

/** Lets the next pages of this browser open with the token. */
export async function enterWith(page: Page, token: string): Promise<void> {
  await page.addInitScript((kept) => {
    // Once only: signing out later must stay signed out.
    if (sessionStorage.getItem("entered-with") === kept) return;
    sessionStorage.setItem("entered-with", kept);
    localStorage.setItem("chuckwagon.token", kept);
  }, token);
}
