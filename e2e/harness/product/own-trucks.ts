/**
 * Trucks that a test makes for itself. What changes a truck takes an `OwnTruck`, which only `createTruck` makes: the
 * demo trucks, which all tests of a worker share, cannot be changed.
 */
import { callAsHarness } from "./api.ts";
import { createMenuItem, type MenuItemFields, STANDARD_MENU } from "./menu-items.ts";
import { uniqueName } from "./names.ts";
import type { OwnTruck, Product } from "./product.ts";

/** As the API takes it; see TruckRequest in the API's description. */
export interface TruckFields {
  name?: string;
  slug?: string;
  shortDescription?: string;
  description?: string;
  cuisine?: string[];
  location?: { city: string; state: string };
  phone?: string;
  email?: string;
  owner?: { name: string; email: string };
  imageUrl?: string;
  bannerImage?: string;
  isActive?: boolean;
  timezone?: string;
  /** Percent. */
  taxRate?: number;
  accentHue?: number | null;
  applicationFeeBps?: number;
  scheduleMode?: "always" | "stops";
}

/** A truck with a menu; the standard menu unless the test names one. */
export async function createTruck(
  product: Product,
  fields: TruckFields = {},
  menu: readonly MenuItemFields[] = STANDARD_MENU,
): Promise<OwnTruck> {
  const answer = await callAsHarness<{ _id: string; name: string; slug: string }>(
    product,
    "POST",
    "/trucks",
    {
      name: uniqueName("Wagon"),
      email: "wagon@chuckwagon.example",
      owner: { name: "Olive Ames", email: "olive@chuckwagon.example" },
      isActive: true,
      taxRate: 8.75,
      ...fields,
    },
  );
  const { _id: id, name, slug } = answer;
  const truck = { product, id, name, slug, path: `/${slug}` } as OwnTruck;
  for (const item of menu) await createMenuItem(truck, item);
  return truck;
}

/** The truck that the test has created with the truck form. */
export async function findCreatedTruck(product: Product, name: string): Promise<OwnTruck> {
  const path = `/trucks?q=${encodeURIComponent(name)}`;
  const found = await callAsHarness<{ _id: string; slug: string }[]>(product, "GET", path);
  const [truck] = found;
  if (!truck || found.length > 1) throw new Error(`${found.length} trucks match ${name}.`);
  return { product, id: truck._id, name, slug: truck.slug, path: `/${truck.slug}` } as OwnTruck;
}

/** Changes a truck as the truck form does. */
export async function changeTruck(truck: OwnTruck, fields: TruckFields): Promise<void> {
  await callAsHarness(truck.product, "PUT", `/trucks/${truck.id}`, fields);
}

export interface TruckSettings {
  acceptingOrders?: boolean;
  notAcceptingReason?: string | null;
  /** An instant; null ends the pause. */
  pausedUntil?: string | null;
  leadMinutes?: number;
  extraLeadMinutes?: number;
  extraLeadUntil?: string | null;
  smsSignature?: string;
  confirmsOrders?: boolean;
  takesTips?: boolean;
  businessAddress?: { line1: string; city: string; state: string; postalCode: string };
}

/** Changes what staff set on the day: whether the truck takes orders, a pause, the lead time. */
export async function changeTruckSettings(truck: OwnTruck, settings: TruckSettings): Promise<void> {
  await callAsHarness(truck.product, "PATCH", `/trucks/${truck.id}/settings`, settings);
}

export function stopOrders(truck: OwnTruck, reason: string): Promise<void> {
  return changeTruckSettings(truck, { acceptingOrders: false, notAcceptingReason: reason });
}

export function resumeOrders(truck: OwnTruck): Promise<void> {
  return changeTruckSettings(truck, { acceptingOrders: true, notAcceptingReason: null });
}

/** Gives a truck 240 orders of the last 20 days, which no call of the API can do. */
export async function addPastOrders(truck: OwnTruck): Promise<void> {
  await truck.product.python("past_orders.py", truck.slug);
}
