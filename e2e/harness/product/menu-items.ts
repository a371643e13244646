/** The menu of a truck that a test made: what staff do to it, through the API. */
import { callAsHarness } from "./api.ts";
import type { OwnTruck } from "./product.ts";

export interface MenuOption {
  _id: string;
  name: string;
  additionalPrice: number;
  isAvailable: boolean;
}

export interface OptionGroup {
  _id: string;
  name: string;
  minSelect: number;
  maxSelect: number;
  options: MenuOption[];
}

export interface MenuItem {
  _id: string;
  name: string;
  description: string;
  category: string;
  section: string;
  /** Dollars. */
  basePrice: number;
  imageUrl: string | null;
  isAvailable: boolean;
  soldOutUntil: string | null;
  truckId: string;
  position: number;
  version: number;
  optionGroups: OptionGroup[];
}

export interface MenuItemFields {
  name: string;
  description?: string;
  category?: string;
  section?: string;
  /** Dollars. */
  basePrice?: number;
  imageUrl?: string | null;
  isAvailable?: boolean;
  position?: number;
  /** Null, or left out, is "not stated"; an empty list "none of these". */
  diets?: string[] | null;
  allergens?: string[] | null;
  optionGroups?: {
    name: string;
    minSelect?: number;
    maxSelect?: number;
    freeCount?: number;
    options: {
      name: string;
      additionalPrice?: number;
      isAvailable?: boolean;
      maxQuantity?: number;
      allergens?: string[] | null;
    }[];
  }[];
}

/** What the fixture `truck` sells: one item without options, one with, one drink. */
export const STANDARD_MENU: readonly MenuItemFields[] = [
  {
    name: "Garden Burrito",
    description: "Rice, black beans and charred corn.",
    category: "Mains",
    section: "Burritos",
    basePrice: 11.5,
    optionGroups: [
      {
        name: "Choose your filling",
        minSelect: 1,
        maxSelect: 1,
        options: [
          { name: "Grilled chicken", additionalPrice: 0 },
          { name: "Carnitas", additionalPrice: 1 },
        ],
      },
      {
        name: "Extras",
        minSelect: 0,
        maxSelect: 2,
        options: [
          { name: "Guacamole", additionalPrice: 1.95 },
          { name: "Cheese", additionalPrice: 0.75 },
        ],
      },
    ],
  },
  { name: "Chips and Salsa", category: "Sides", section: "Sides", basePrice: 6.5 },
  { name: "Horchata", category: "Drinks", section: "Drinks", basePrice: 3.95 },
];

/** The item of the standard menu without options; $6.50. */
export const PLAIN_ITEM = "Chips and Salsa";

export function createMenuItem(truck: OwnTruck, fields: MenuItemFields): Promise<MenuItem> {
  return callAsHarness<MenuItem>(truck.product, "POST", "/menu-items", {
    description: "",
    category: "Mains",
    section: "Plates",
    basePrice: 8,
    ...fields,
    truckId: truck.id,
  });
}

/** The whole menu, as staff see it. */
export function listMenuItems(truck: OwnTruck): Promise<MenuItem[]> {
  return callAsHarness<MenuItem[]>(truck.product, "GET", `/menu-items/truck/${truck.id}`);
}

export async function getMenuItem(truck: OwnTruck, name: string): Promise<MenuItem> {
  const found = (await listMenuItems(truck)).find((item) => item.name === name);
  if (!found) throw new Error(`${truck.name} has no ${name}.`);
  return found;
}

export async function changeMenuItem(
  truck: OwnTruck,
  name: string,
  fields: Partial<MenuItemFields>,
): Promise<MenuItem> {
  const { _id } = await getMenuItem(truck, name);
  return callAsHarness<MenuItem>(truck.product, "PUT", `/menu-items/${_id}`, fields);
}

export function setPrice(truck: OwnTruck, name: string, dollars: number): Promise<MenuItem> {
  return changeMenuItem(truck, name, { basePrice: dollars });
}

/** Sold out until staff bring it back, or until an instant (one minute to seven days ahead). */
export async function sellOut(truck: OwnTruck, name: string, until?: string): Promise<void> {
  await setAvailability(truck, name, { isAvailable: false, ...(until ? { until } : {}) });
}

export async function restock(truck: OwnTruck, name: string): Promise<void> {
  await setAvailability(truck, name, { isAvailable: true });
}

async function setAvailability(truck: OwnTruck, name: string, body: object): Promise<void> {
  const { _id } = await getMenuItem(truck, name);
  await callAsHarness(truck.product, "PATCH", `/menu-items/${_id}/toggle-availability`, body);
}
