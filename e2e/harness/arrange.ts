import type { Page } from "@playwright/test";
import { uniqueName } from "./names.ts";
import type { Product } from "./product.ts";
import { enterWith, sampleAccount, signedIn, staffToken } from "./staff.ts";

export interface Truck {
  _id: string;
  name: string;
  slug: string;
  version: number;
}

export interface Dish {
  _id: string;
  name: string;
  description: string;
  category: string;
  section: string;
  basePrice: number;
  isAvailable: boolean;
  position: number;
  imageUrl: string | null;
  version: number;
  optionGroups: { _id: string; name: string; options: { _id: string; name: string }[] }[];
}

export interface Admin {
  _id: string;
  name: string;
  email: string;
  password: string;
  token: string;
}

interface DishWish {
  name: string;
  description?: string;
  category?: string;
  section?: string;
  basePrice?: number;
  imageUrl?: string | null;
  isAvailable?: boolean;
  optionGroups?: object[];
}

const PASSWORD = "griddle-before-dawn-52";
export const unique = uniqueName;

const owners = new WeakMap<Product, Promise<string>>();

/**
 * A superadmin of the harness's own, signed in once, so that no test changes the demo's under another.
 */
async function newOwner(product: Product): Promise<string> {
  const email = "arranger@chuckwagon.example";
  const body = { name: "Arranger", email, password: PASSWORD, role: "superadmin", truckId: null };
  const token = await staffToken(product, "superadmin");
  await callWith(product, token, ["POST", "/auth/register"], body);
  return signedIn(product, { email, password: PASSWORD });
}

/** Calls the API as a superadmin; fails unless it succeeds. */
export async function asOwner<T>(
  product: Product,
  call: [string, string],
  body?: unknown,
): Promise<T> {
  const known = owners.get(product) ?? newOwner(product);
  owners.set(product, known);
  return callWith<T>(product, await known, call, body);
}

/** Calls the API with a token; fails unless it succeeds. */
export async function callWith<T>(
  product: Product,
  token: string,
  [method, path]: [string, string],
  body?: unknown,
): Promise<T> {
  const answer = await fetch(`${product.url}/api${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** A truck of a test's own, with a menu of its own, so that no other test sees what is done to it. */
export async function newTruck(
  product: Product,
  { dishes = [], ...wish }: { dishes?: DishWish[]; [field: string]: unknown } = {},
): Promise<Truck> {
  const body = {
    name: unique("Wagon"),
    email: "wagon@chuckwagon.example",
    owner: { name: "Olive Ames", email: "olive@chuckwagon.example" },
    isActive: true,
    ...wish,
  };
  const truck = await asOwner<Truck>(product, ["POST", "/trucks"], body);
  for (const dish of dishes) await newDish(product, truck, dish);
  return truck;
}

export function newDish(product: Product, truck: Truck, wish: DishWish): Promise<Dish> {
  const body = {
    description: "",
    category: "Mains",
    section: "Plates",
    basePrice: 8,
    ...wish,
    truckId: truck._id,
  };
  return asOwner<Dish>(product, ["POST", "/menu-items"], body);
}

export function menuOf(product: Product, { _id }: { _id: string }): Promise<Dish[]> {
  return asOwner<Dish[]>(product, ["GET", `/menu-items/truck/${_id}`]);
}

/** The dish of a truck that was made with one. */
export async function onlyDish(product: Product, truck: { _id: string }): Promise<Dish> {
  const [dish] = await menuOf(product, truck);
  if (!dish) throw new Error("The truck has no dish.");
  return dish;
}

/** Somebody new who looks after the truck, signed in already. */
export async function newAdmin(product: Product, truck: Truck | null): Promise<Admin> {
  const name = unique("Ada");
  const email = `${name.replace(" ", ".").toLowerCase()}@chuckwagon.example`;
  const body = { name, email, password: PASSWORD, role: "admin", truckId: truck?._id ?? null };
  const { user } = await asOwner<{ user: { _id: string } }>(
    product,
    ["POST", "/auth/register"],
    body,
  );
  const token = await signedIn(product, { email, password: PASSWORD });
  return { _id: user._id, name, email, password: PASSWORD, token };
}

/** Opens the next pages as the demo's superadmin, looking at the truck where a screen is about one. */
export async function enterAsOwnerOf(page: Page, product: Product, truck: Truck): Promise<void> {
  const { email, password } = await sampleAccount(product, "superadmin");
  await enterWith(page, await signedIn(product, { email, password }));
  await page.addInitScript((id) => sessionStorage.setItem("chuckwagon.admin-truck", id), truck._id);
}
