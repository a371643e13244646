/** What staff get to see and send, beyond the public objects of `types.ts`. Money is in dollars. */
import type { MenuItem, OptionGroup, Truck } from "./types";

export type Role = "admin" | "superadmin";

export interface User {
  _id: string;
  email: string;
  name: string;
  role: Role;
  truckId: string | null;
  truckName: string | null;
  isActive: boolean;
}

export interface TruckSettings {
  acceptingOrders: boolean;
  notAcceptingReason: string | null;
  /** An instant; ordering starts again by itself then. */
  pausedUntil: string | null;
  leadMinutes: number;
}

export type StaffTruck = Truck & {
  /** 0 to 359; null takes the hue from the slug. */
  accentHue: number | null;
  owner: { name: string; email: string };
  stripeAccountId: string | null;
  /** The platform's fee in basis points, 0 to 10000. */
  applicationFeeBps: number;
  settings: TruckSettings;
  version: number;
  createdAt: string;
  updatedAt: string;
};

/** The body of POST and PUT /trucks; only PUT sends a version. */
export interface TruckInput {
  name: string;
  slug: string;
  shortDescription: string;
  description: string;
  cuisine: string[];
  location: { city: string; state: string };
  phone: string;
  email: string;
  owner: { name: string; email: string };
  imageUrl: string | null;
  bannerImage: string | null;
  isActive: boolean;
  timezone: string;
  taxRate: number;
  accentHue: number | null;
  applicationFeeBps: number;
  version?: number;
}

export interface SlugCheck {
  slug: string;
  available: boolean;
  reason: string | null;
}

export interface ConnectStatus {
  hasStripeAccount: boolean;
  onboardingComplete: boolean;
  chargesEnabled: boolean;
  payoutsEnabled: boolean;
  requirements: { past_due: string[]; currently_due: string[] };
}

export type StaffMenuItem = MenuItem & { version: number; updatedAt: string };
export type StaffOptionGroup = OptionGroup;

/** An absent `_id` makes a new option or group, a known one keeps it. */
export interface MenuOptionInput {
  _id?: string;
  name: string;
  additionalPrice: number;
  isAvailable: boolean;
}

export interface OptionGroupInput {
  _id?: string;
  name: string;
  minSelect: number;
  maxSelect: number;
  options: MenuOptionInput[];
}

/** The body of POST and PUT /menu-items; only PUT sends a version, only a superadmin a truck. */
export interface MenuItemInput {
  name: string;
  description: string;
  category: string;
  section: string;
  basePrice: number;
  imageUrl: string | null;
  isAvailable: boolean;
  position?: number;
  optionGroups: OptionGroupInput[];
  truckId?: string;
  version?: number;
}

export interface MenuImportChange {
  /** The line in a spreadsheet; the header is 1. */
  row: number;
  kind: "added" | "changed";
  name: string;
  details: string[];
}

export interface MenuImportProblem {
  row: number;
  column: string;
  message: string;
}

export interface MenuImport {
  rows: number;
  added: number;
  changed: number;
  unchanged: number;
  applied: boolean;
  changes: MenuImportChange[];
  problems: MenuImportProblem[];
}

export interface UploadedPicture {
  /** The address of the largest variant. */
  url: string;
  width: number;
  height: number;
  variants: { url: string; width: number }[];
}

export type OrderStatus =
  | "pending"
  | "confirmed"
  | "preparing"
  | "ready"
  | "completed"
  | "cancelled";

export type PaymentStatus = "paid" | "partially_refunded" | "refunded" | "disputed" | "unpaid";

export type OrderFlag =
  | "item_unavailable"
  | "item_deleted"
  | "truck_inactive"
  | "pickup_passed"
  | "possible_duplicate";

export interface StaffOrderItem {
  menuItemId: string | null;
  name: string;
  quantity: number;
  unitPrice: number;
  totalPrice: number;
  customizations: { group: string; name: string; additionalPrice: number }[];
  specialInstructions: string | null;
}

export interface StaffOrder {
  _id: string;
  orderNumber: string;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  source: "online" | "counter";
  createdAt: string;
  updatedAt: string;
  truckId: string;
  truck: { name: string; slug: string };
  customerId: string | null;
  customerName: string;
  customerPhone: string | null;
  customerEmail: string | null;
  items: StaffOrderItem[];
  subtotal: number;
  tax: number;
  total: number;
  taxRate: number;
  pickupTime: string | null;
  estimatedPickupTime: string | null;
  specialInstructions: string | null;
  /** What staff may change the status to now; no screen keeps that table itself. */
  nextStatuses: OrderStatus[];
  history: { status: OrderStatus; at: string; by: string | null }[];
  refunds: unknown[];
  flags: OrderFlag[];
  version: number;
}

export interface OrderPage {
  orders: StaffOrder[];
  total: number;
  nextCursor: string | null;
}

export type OrderCounts = Record<OrderStatus, number>;

export interface Customer {
  _id: string;
  name: string;
  phone: string;
  email: string | null;
  orderCount: number;
  totalSpent: number;
  lastOrderAt: string;
}

export interface CustomerPage {
  customers: Customer[];
  total: number;
  nextCursor: string | null;
}

/** Shares are fractions from 0 to 1. */
export interface AnalyticsTotals {
  revenue: number;
  orders: number;
  averageOrder: number;
  itemsSold: number;
  cancelledShare: number;
  refundedShare: number;
  medianMinutesToReady: number | null;
}

/** `from` and `to` are dates in the zone, both inclusive. */
export interface Analytics {
  from: string;
  to: string;
  timezone: string;
  totals: AnalyticsTotals;
  previous: AnalyticsTotals;
  byDay: { date: string; revenue: number; orders: number }[];
  byHour: { hour: number; revenue: number; orders: number }[];
  topItems: { menuItemId: string | null; name: string; quantity: number; revenue: number }[];
}
