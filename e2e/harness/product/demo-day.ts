/** A working day of the demo's staff, for the images in the documents only: journeys leave the demo as it is. */
import type { Page } from "@playwright/test";
import { openAs } from "./accounts.ts";
import { type Credentials, call, type Method, signInByApi } from "./api.ts";
import { linkSentTo } from "./orders.ts";
import { newPhone } from "./phones.ts";
import type { Product } from "./product.ts";

/** The admin runs Spicy Burritos. */
export type DemoRole = "superadmin" | "admin";

/** The sign-in of the demo's staff. */
export async function demoToken(product: Product, role: DemoRole): Promise<string> {
  const { demoAccounts } = await call<{ demoAccounts: Credentials[] }>(product, "GET", "/config");
  const account = demoAccounts.find(
    (one) => one.role === role && (role !== "admin" || one.truckSlug === "spicy-burritos"),
  );
  if (!account) throw new Error(`The demo has no ${role}.`);
  return signInByApi(product, account);
}

/** Lets the next pages of this tab open as the demo's staff. */
export async function openAsDemo(page: Page, product: Product, role: DemoRole): Promise<void> {
  const token = await demoToken(product, role);
  await openAs(page, { name: "", email: "", password: "", token });
}

/** Calls the API as the demo's staff. */
export async function callAsDemo<T>(
  product: Product,
  role: DemoRole,
  method: Method,
  path: string,
  body?: unknown,
): Promise<T> {
  return call<T>(product, method, path, { token: await demoToken(product, role), body });
}

interface Entry {
  _id: string;
  name: string;
  optionGroups: { minSelect: number; options: { _id: string }[] }[];
}

export interface CounterOrder {
  _id: string;
  /** The customer's, from the SMS. */
  link: string;
}

/** Sells two of an item of Spicy Burritos at its counter. */
export async function orderAtCounter(
  product: Product,
  menuItem: string,
  customerName: string,
): Promise<CounterOrder> {
  const menu = await callAsDemo<Entry[]>(product, "admin", "GET", "/menu-items");
  const item = menu.find(({ name }) => name === menuItem);
  if (!item) throw new Error(`There is no ${menuItem}.`);
  const optionIds = item.optionGroups.flatMap((group) =>
    group.options.slice(0, Math.max(group.minSelect, 1)).map(({ _id }) => _id),
  );
  const phone = newPhone();
  const { _id } = await callAsDemo<{ _id: string }>(product, "admin", "POST", "/orders", {
    customerName,
    customerPhone: phone,
    items: [
      { menuItemId: item._id, quantity: 2, optionIds, specialInstructions: "No onions, please" },
    ],
    payment: "cash",
  });
  return { _id, link: await linkSentTo(product, phone) };
}
