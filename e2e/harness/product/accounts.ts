/** Staff accounts: the demo's, which tests only sign in with, and those that a test makes for itself. */
import { expect, type Page } from "@playwright/test";
import { type Credentials, call, callAsHarness, PROOF_MS, signInByApi } from "./api.ts";
import { uniqueName } from "./names.ts";
import type { OwnTruck, Product } from "./product.ts";

export interface Account {
  name: string;
  email: string;
  password: string;
  /** Of a session that exists already. */
  token: string;
}

export interface OwnAccount extends Account {
  id: string;
}

const PASSWORD = "griddle-before-dawn-52";
const superadmins = new WeakMap<Product, { account: Promise<Account>; since: number }>();

/**
 * The demo's superadmin, signed in once per worker. A test that signs out, changes the profile or looks for an
 * account of its own in a list makes one with `createSuperadmin`.
 */
export function demoSuperadmin(product: Product): Promise<Account> {
  let known = superadmins.get(product);
  if (!known || Date.now() - known.since > PROOF_MS) {
    known = { account: signInDemoSuperadmin(product), since: Date.now() };
    superadmins.set(product, known);
  }
  return known.account;
}

async function signInDemoSuperadmin(product: Product): Promise<Account> {
  const { demoAccounts } = await call<{ demoAccounts: Credentials[] }>(product, "GET", "/config");
  const account = demoAccounts.find(({ role }) => role === "superadmin");
  if (!account) throw new Error("The demo has no superadmin.");
  const token = await signInByApi(product, account);
  return { name: "Robin Castellano", email: account.email, password: account.password, token };
}

/** An admin of a test's own truck. */
export function createAdmin(truck: OwnTruck): Promise<OwnAccount> {
  return createAccount(truck.product, "admin", truck.id);
}

/** An admin who has no truck yet. */
export function createAdminWithoutTruck(product: Product): Promise<OwnAccount> {
  return createAccount(product, "admin", null);
}

export function createSuperadmin(product: Product): Promise<OwnAccount> {
  return createAccount(product, "superadmin", null);
}

async function createAccount(
  product: Product,
  role: "admin" | "superadmin",
  truckId: string | null,
): Promise<OwnAccount> {
  const name = uniqueName("Ada");
  const email = `${name.replace(" ", ".").toLowerCase()}@chuckwagon.example`;
  const body = { name, email, password: PASSWORD, role, truckId };
  const { user } = await callAsHarness<{ user: { _id: string } }>(
    product,
    "POST",
    "/auth/register",
    body,
  );
  const token = await signInByApi(product, { email, password: PASSWORD });
  return { id: user._id, name, email, password: PASSWORD, token };
}

/** Changes an account as the team screen of a superadmin does; a move or a new password ends its sessions. */
export async function changeAccount(
  product: Product,
  account: OwnAccount,
  fields: { name?: string; isActive?: boolean; truckId?: string | null; password?: string },
): Promise<void> {
  await callAsHarness(product, "PATCH", `/users/${account.id}`, fields);
}

/** Stores the language of the account's screens, as its profile does. */
export async function chooseLanguage(
  product: Product,
  { token }: Account,
  language: "en" | "es",
): Promise<void> {
  await call(product, "PUT", "/auth/profile", { token, body: { language } });
}

/** Signs in once more, as in another browser; answers the token. */
export function startSession(
  product: Product,
  account: Pick<Account, "email" | "password">,
): Promise<string> {
  return signInByApi(product, account);
}

/** Ends the account's sessions from another device, as "Sign out everywhere else" does; answers that device's session. */
export async function endSessionsElsewhere<Kept extends Account>(
  product: Product,
  account: Kept,
): Promise<Kept> {
  const token = await startSession(product, account);
  await call(product, "DELETE", "/auth/sessions", { token });
  return { ...account, token };
}

/**
 * Lets the next pages of this tab open signed in, without the sign-in screen. With `truck` the screens of a
 * superadmin are about that truck.
 */
export async function openAs(page: Page, { token }: Account, truck?: OwnTruck): Promise<void> {
  await page.addInitScript(
    ([kept, truckId]) => {
      // Once only: a tab that signs out stays signed out.
      if (window !== window.top || sessionStorage.getItem("opened-as") === kept) return;
      sessionStorage.setItem("opened-as", kept ?? "");
      localStorage.setItem("chuckwagon.token", kept ?? "");
      if (truckId) sessionStorage.setItem("chuckwagon.admin-truck", truckId);
    },
    [token, truck?.id],
  );
}

/** Fills in the sign-in screen as a person does, and waits for the dashboard, or for where the session had ended. */
export async function signInOnScreen(
  page: Page,
  { email, password }: Pick<Account, "email" | "password">,
  landsOn = "/admin/dashboard",
): Promise<void> {
  await page.goto("/admin/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(landsOn);
}

/** Reads from the API as the account; reading changes nothing, so any truck may be read. */
export function readAs<T>(product: Product, { token }: Account, path: string): Promise<T> {
  return call<T>(product, "GET", path, { token });
}
