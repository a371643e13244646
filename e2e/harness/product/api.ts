/** Calls to the API of a running product. For the other files of the harness: journeys use the named helpers. */
import type { Product } from "./product.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

interface Call {
  /** Without it the call is a customer's. */
  token?: string;
  body?: unknown;
}

/** Calls the API; throws unless the answer is a success. */
export async function call<T>(
  product: Product,
  method: Method,
  path: string,
  { token, body }: Call = {},
): Promise<T> {
  const answer = await fetch(`${product.url}/api${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return (text ? JSON.parse(text) : null) as T;
}

/** Sensitive calls ask for a sign-in of the last ten minutes. */
export const PROOF_MS = 8 * 60_000;
const tokens = new WeakMap<Product, { token: Promise<string>; since: number }>();
const HARNESS = { email: "harness@chuckwagon.example", password: "griddle-before-dawn-52" };
export const HARNESS_NAME = "Harness";

/**
 * Calls the API as the harness's own superadmin, who signs in again before a proof gets old. No test signs this
 * account out, because none knows its password.
 */
export async function callAsHarness<T>(
  product: Product,
  method: Method,
  path: string,
  body?: unknown,
): Promise<T> {
  let known = tokens.get(product);
  if (!known || Date.now() - known.since > PROOF_MS) {
    const token = known ? signInByApi(product, HARNESS) : signUpHarness(product);
    known = { token, since: Date.now() };
    tokens.set(product, known);
  }
  return call<T>(product, method, path, { token: await known.token, body });
}

async function signUpHarness(product: Product): Promise<string> {
  const { demoAccounts } = await call<{ demoAccounts: Credentials[] }>(product, "GET", "/config");
  const owner = demoAccounts.find(({ role }) => role === "superadmin");
  if (!owner) throw new Error("The demo has no superadmin.");
  const token = await signInByApi(product, owner);
  const body = { name: HARNESS_NAME, ...HARNESS, role: "superadmin", truckId: null };
  await call(product, "POST", "/auth/register", { token, body });
  return signInByApi(product, HARNESS);
}

export interface Credentials {
  email: string;
  password: string;
  role?: "admin" | "superadmin";
  truckSlug?: string | null;
}

/** Signs in and answers the token. */
export async function signInByApi(
  product: Product,
  { email, password }: Credentials,
): Promise<string> {
  const body = { email, password };
  return (await call<{ token: string }>(product, "POST", "/auth/login", { body })).token;
}

/** Waits until `read` answers a value that `accepts`; for what the worker does in the background. */
export async function waitFor<T>(
  what: string,
  read: () => Promise<T>,
  accepts: (value: T) => boolean,
): Promise<T> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const value = await read();
    if (accepts(value)) return value;
    if (Date.now() > deadline) throw new Error(`Waited 30 s in vain for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
