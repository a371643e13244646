import { HttpResponse, http } from "msw";
import type {
  Customer,
  OptionSet,
  SecurityState,
  StaffMenuItem,
  StaffOrder,
  StaffTruck,
  User,
} from "@/domain/api/staff-types";
import type { Printer } from "@/staff/devices/api";
import { keepToken } from "@/staff/session/session";
import { aMenuItem, aTruck } from "@/test/fixtures";
import { server } from "@/test/server";

export function aStaffTruck(overrides: Partial<StaffTruck> = {}): StaffTruck {
  return {
    ...aTruck(),
    accentHue: null,
    owner: { name: "Rosa Vega", email: "rosa@spicy.example" },
    stripeAccountId: null,
    applicationFeeBps: 0,
    settings: {
      acceptingOrders: true,
      notAcceptingReason: null,
      pausedUntil: null,
      leadMinutes: 15,
      extraLeadMinutes: 0,
      extraLeadUntil: null,
      smsSignature: "",
      unitsPerTenMinutes: null,
      selfService: true,
      takesTips: false,
      tipPresets: [15, 18, 20],
      confirmsOrders: false,
    },
    version: 1,
    createdAt: "2026-05-01T12:00:00Z",
    updatedAt: "2026-05-01T12:00:00Z",
    archivedAt: null,
    isDraft: false,
    ...overrides,
  };
}

export function aPrinter(overrides: Partial<Printer> = {}): Printer {
  return {
    _id: "8".repeat(24),
    truckId: aStaffTruck()._id,
    label: "Kitchen",
    kind: "star_cloudprnt",
    paperMm: 80,
    prints: ["ticket", "receipt"],
    printOn: "placed",
    language: "en",
    drawerKick: false,
    state: "ready",
    lastSeenAt: "2026-11-20T02:30:00Z",
    createdAt: "2026-11-20T02:30:00Z",
    ...overrides,
  };
}

export function aStaffMenuItem(overrides: Partial<StaffMenuItem> = {}): StaffMenuItem {
  return { ...aMenuItem(), version: 1, updatedAt: "2026-05-01T12:00:00Z", ...overrides };
}

/** Used by no menu item. */
export function anOptionSet(overrides: Partial<OptionSet> = {}): OptionSet {
  return {
    _id: "5".repeat(24),
    truckId: aTruck()._id,
    name: "Salsas",
    minSelect: 0,
    maxSelect: 2,
    freeCount: 0,
    options: [
      { _id: "set-verde", name: "Verde", additionalPrice: 0, maxQuantity: 1 },
      { _id: "set-roja", name: "Roja", additionalPrice: 0.5, maxQuantity: 1 },
    ],
    items: [],
    version: 1,
    ...overrides,
  };
}

export function anOrder(overrides: Partial<StaffOrder> = {}): StaffOrder {
  const truck = aTruck();
  return {
    _id: "0123456789abcdef01234567",
    orderNumber: "101",
    status: "pending",
    paymentStatus: "paid",
    language: "en",
    source: "online",
    createdAt: new Date().toISOString(),
    updatedAt: new Date().toISOString(),
    truckId: truck._id,
    truck: { name: truck.name, slug: truck.slug, timezone: truck.timezone },
    customerId: "c".repeat(24),
    customerName: "Ada Lovelace",
    customerPhone: "+12133734253",
    customerEmail: null,
    items: [
      {
        menuItemId: "a".repeat(24),
        name: "Carnitas taco",
        quantity: 2,
        unitPrice: 4,
        totalPrice: 8,
        customizations: [
          { group: "Salsa", name: "Verde", additionalPrice: 0, quantity: 1, freeQuantity: 0 },
        ],
        specialInstructions: null,
        refundedQuantity: 0,
        taxClass: "standard",
      },
    ],
    subtotal: 8,
    tax: 0.7,
    taxes: [{ rate: 8.75, taxable: 8, tax: 0.7 }],
    exempt: 0,
    pricesIncludeTax: false,
    tip: 0,
    discount: 0,
    offerCode: null,
    total: 8.7,
    taxRate: 8.75,
    pickupTime: "2026-11-22T02:00:00Z",
    estimatedPickupTime: "2026-11-22T02:00:00Z",
    specialInstructions: null,
    nextStatuses: ["confirmed", "cancelled"],
    history: [],
    refunds: [],
    refundable: 8.7,
    disputes: [],
    messages: [],
    smsOptedOut: false,
    flags: [],
    tender: "online",
    windowPayment: null,
    slotAt: null,
    trackingPath: `/${truck.slug}/order/${"t".repeat(43)}`,
    version: 1,
    ...overrides,
  };
}

export function aCustomer(overrides: Partial<Customer> = {}): Customer {
  return {
    _id: "c".repeat(24),
    name: "Ada Lovelace",
    phone: "+12133734253",
    email: "ada@example.com",
    orderCount: 1,
    totalSpent: 8.7,
    lastOrderAt: "2026-11-20T02:30:00Z",
    ...overrides,
  };
}

const TRUCK = aTruck();
const USERS: Record<"admin" | "truckless" | "superadmin", User> = {
  admin: aUser({ truckId: TRUCK._id, truckName: TRUCK.name }),
  truckless: aUser({ name: "Noor" }),
  superadmin: aUser({ name: "Sol", role: "superadmin" }),
};

export function aUser(overrides: Partial<User> = {}): User {
  return {
    _id: "f".repeat(24),
    email: "ada@example.com",
    name: "Ada",
    role: "admin",
    truckId: null,
    truckName: null,
    isActive: true,
    language: "en",
    ...overrides,
  };
}

let signIns = 0;

/** Opens the next page as a staff member: the browser keeps a token that the server knows. */
export function signInAs(role: keyof typeof USERS): User {
  signIns += 1;
  keepToken(`token-${signIns}`);
  const user = USERS[role];
  server.use(
    http.get("*/api/auth/verify", () => HttpResponse.json({ user })),
    http.get("*/api/auth/sessions", () => HttpResponse.json({ sessions: [] })),
    http.get("*/api/auth/second-factors", () => HttpResponse.json(UNPROTECTED)),
  );
  return user;
}

/** The answer for a user without a second factor. */
export const UNPROTECTED: SecurityState = {
  factors: [],
  recoveryCodesLeft: 0,
  isRequired: false,
};
