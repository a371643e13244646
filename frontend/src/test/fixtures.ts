import type { MenuItem, OptionGroup, Truck } from "@/domain/api/public-types";
import type { Stop } from "@/domain/schedule/current-stops";

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
    reducedTaxRate: null,
    pricesIncludeTax: false,
    accentHue: null,
    acceptingOrders: true,
    notAcceptingReason: null,
    pausedUntil: null,
    leadMinutes: 15,
    scheduleMode: "always",
    orderable: true,
    changeMinutes: 10,
    tipPresets: null,
    schedule: { mode: "always", state: "open", current: null, next: null },
    version: 1,
    ...overrides,
  };
}

/** A stop in New York from 11 AM to 2 PM on Tuesday, June 2, 2026, as the day before sees it. */
export function aStop({ place, ...overrides }: StopOverrides = {}): Stop {
  return {
    _id: "5".repeat(24),
    truckId: "507f1f77bcf86cd799439011",
    place: {
      _id: "6".repeat(24),
      name: "Pier 5",
      address: "5 River St",
      latitude: 40.7,
      longitude: -74,
      timezone: "America/New_York",
      taxRate: 4.5,
      directions: "Beside the ferry.",
      ...place,
    },
    startsAt: "2026-06-02T15:00:00Z",
    endsAt: "2026-06-02T18:00:00Z",
    date: "2026-06-02",
    startTime: "11:00",
    endTime: "14:00",
    seriesId: null,
    note: "",
    preorderMinutes: 120,
    lastOrderMinutes: 15,
    slotMinutes: 10,
    slotCapacity: null,
    walkUpShare: 0,
    status: "scheduled",
    state: "upcoming",
    takesOrders: false,
    bookedOut: false,
    delayMinutes: 0,
    endedEarlyAt: null,
    version: 3,
    ...overrides,
  };
}

type StopOverrides = Partial<Omit<Stop, "place">> & { place?: Partial<Stop["place"]> };

/** A truck that moves: its current and its next stop, as the server has them. */
export function aMovingTruck(
  current: Stop | null,
  next: Stop | null,
  overrides: Partial<Truck> = {},
): Truck {
  const state = current ? "open" : next ? "opens_later" : "closed";
  const schedule = { mode: "stops", state, current, next } as const;
  return aTruck({ scheduleMode: "stops", schedule, ...overrides });
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
    prepUnits: 1,
    taxClass: "standard",
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
    freeCount: 0,
    options: options.map((text) => {
      const [optionName = "", price = "0"] = text.split(":");
      return {
        _id: `option-${optionName}`,
        name: optionName,
        additionalPrice: Number(price),
        isAvailable: true,
        soldOutUntil: null,
        maxQuantity: 1,
      };
    }),
  };
}
