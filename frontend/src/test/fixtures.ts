import type { MenuItem, OptionGroup, Truck } from "@/domain/api/types";

/** A truck with everything filled in; a test names what it is about. */
export function aTruck(overrides: Partial<Truck> = {}): Truck {
  return {
    _id: "507f1f77bcf86cd799439011",
    name: "Spicy Burritos",
    slug: "spicy-burritos",
    isActive: true,
    imageUrl: "/uploads/spicy-1280.webp",
    bannerImage: null,
    shortDescription: "Burritos with a kick.",
    description: "Tortillas pressed to order.",
    cuisine: ["Mexican", "Burritos", "Tacos", "Vegan"],
    location: { city: "Portland", state: "OR" },
    phone: "(503) 555-0142",
    email: "hello@spicy.example",
    timezone: "America/Los_Angeles",
    taxRate: 8.75,
    accentHue: null,
    acceptingOrders: true,
    notAcceptingReason: null,
    pausedUntil: null,
    leadMinutes: 15,
    scheduleMode: "always",
    schedule: { mode: "always", state: "open", current: null, next: null },
    version: 1,
    ...overrides,
  };
}

export function aMenuItem(overrides: Partial<MenuItem> = {}): MenuItem {
  return {
    _id: "aaaaaaaaaaaaaaaaaaaaaaaa",
    name: "Carnitas taco",
    description: "Braised overnight.",
    category: "Mains",
    section: "Tacos",
    basePrice: 4,
    imageUrl: null,
    isAvailable: true,
    soldOutUntil: null,
    hasOptions: (overrides.optionGroups ?? []).length > 0,
    truckId: "507f1f77bcf86cd799439011",
    optionGroups: [],
    position: 0,
    ...overrides,
  };
}

/** A group with options named in order; "Name:1.50" gives one a price. */
export function aGroup(
  name: string,
  [minSelect, maxSelect]: [number, number],
  ...options: string[]
): OptionGroup {
  return {
    _id: `group-${name}`,
    name,
    minSelect,
    maxSelect,
    options: options.map((text) => {
      const [optionName = "", price = "0"] = text.split(":");
      return {
        _id: `option-${optionName}`,
        name: optionName,
        additionalPrice: Number(price),
        isAvailable: true,
        soldOutUntil: null,
      };
    }),
  };
}
