import type { MenuItem, OptionGroup, Truck } from "@/domain/api/types";

/**
 * What stands for a value that the server fills in. It passes unchanged through everything that the
 * components do to a text or an address.
 */
export function mark(name: string): string {
  return `zz-${name}-zz`;
}

/** Shown as the mark of their value, too; the components compute with these. */
export const SAMPLE_PRICE = { dollars: 98.76, shown: "$98.76" };
export const SAMPLE_HUE = { degrees: 357, shown: "300 50 7" };
export const SAMPLE_IMAGE = `/uploads/${mark("picture")}-1280.webp`;

export type Flags = ReadonlySet<string>;

export function sampleTruck(on: Flags): Truck {
  return {
    _id: mark("truckId"),
    name: mark("name"),
    slug: mark("slug"),
    isActive: true,
    imageUrl: on.has("picture") ? SAMPLE_IMAGE : null,
    bannerImage: null,
    shortDescription: on.has("description") ? mark("description") : "",
    description: "",
    cuisine: on.has("tags") ? [mark("tag")] : [],
    location: { city: on.has("place") ? mark("place") : "", state: "" },
    phone: on.has("phone") ? mark("phone") : "",
    email: on.has("email") ? mark("email") : "",
    timezone: "UTC",
    taxRate: 0,
    accentHue: SAMPLE_HUE.degrees,
    acceptingOrders: !on.has("closed"),
    notAcceptingReason: null,
    pausedUntil: null,
    leadMinutes: 0,
  };
}

const GROUP: OptionGroup = {
  _id: mark("group"),
  name: "",
  minSelect: 0,
  maxSelect: 1,
  options: [],
};

export function sampleItem(on: Flags, section = "title"): MenuItem {
  return {
    _id: `${mark("item")}${section}`,
    name: mark("name"),
    description: on.has("description") ? mark("description") : "",
    category: "",
    section: mark(section),
    basePrice: SAMPLE_PRICE.dollars,
    imageUrl: on.has("picture") ? SAMPLE_IMAGE : null,
    isAvailable: !on.has("soldOut"),
    soldOutUntil: null,
    hasOptions: on.has("options"),
    truckId: mark("truckId"),
    optionGroups: on.has("options") ? [GROUP] : [],
    position: 0,
  };
}
