import { create } from "zustand";
import { useShallow } from "zustand/react/shallow";
import type { OrderStatus, StaffOrder, StaffTruck } from "@/domain/api/staff-types";
import type { CartItem } from "@/domain/cart/cart-item";
import { optionsOf, unitCents } from "@/domain/cart/cart-item";
import { stored, TEXT } from "@/domain/stored";
import { centsToDollars } from "@/domain/values/money";

/**
 * The orders that are on this device only. Start here: `useUnsent` shows them, and outbox.ts keeps,
 * changes and sends them; pages load it only once they need it (load-outbox.ts).
 * Why: docs/decisions/0072-staff-app-without-network.md
 */

/** The version of the shape below, and those that this product reads. `staff.html` names them for the worker. */
export const FORMAT = 1;
export const READABLE_FORMATS: readonly number[] = [1];

/** A person who changes an order at the counter is done with it by then, or has left. */
export const HELD_MS = 10 * 60_000;

/** How an order without network is paid: a reader needs the network. */
export type UnsentTender = "cash" | "card" | "unpaid";

interface LateLine {
  menuItemId: string;
  name: string;
  quantity: number;
  /** In dollars, with its options. */
  unitPrice: number;
  options: {
    optionId: string;
    groupName: string;
    name: string;
    additionalPrice: number;
    /** One without it. */
    quantity?: number;
  }[];
  specialInstructions: string | null;
}

/** What the customer was charged, and for what: it never changes on its way. Amounts in dollars. */
export interface LateSale {
  customerName: string | null;
  customerPhone: string | null;
  specialInstructions: string | null;
  payment: UnsentTender;
  lines: LateLine[];
  subtotal: number;
  taxes: { rate: number; taxable: number; tax: number }[];
  pricesIncludeTax: boolean;
  tip: number;
  total: number;
  pricesVersion: string;
  stopId: string | null;
  slotAt: string | null;
}

/** An order that the server does not have yet. */
export interface UnsentOrder {
  draftId: string;
  /** What the customer heard: A-12. */
  number: string;
  truck: { _id: string; name: string; slug: string; timezone: string };
  /** By the device's clock (ms), and how far the server was ahead of it then. */
  takenAt: number;
  aheadMs: number;
  sale: LateSale;
  /** As the counter had them, to change the order there. */
  lines: CartItem[];
  tip: { choice: string; typed: string };
  status: OrderStatus;
  /** Why it was voided; null for one that stands. */
  voidReason: string | null;
  /** A person has said that its paper ticket came out of this device: no printer prints it again. */
  ticketPrinted: boolean;
  /** Why the server refused it; null while it waits to be sent. */
  refusal: { code: string; message: string } | null;
  /** What the server has of it, where it has arrived and a person is to hear that it is not as it was left here. */
  arrived: { orderNumber: string; status: OrderStatus; total: number } | null;
  /** It is being changed at the counter, and not sent before (ms of the device's clock). */
  heldUntil: number;
  /** Set by a person: it is taken now, in spite of the refusal with this code. */
  asSaleOfNow: string | null;
}

/** An order that waits here, and of which this product knows no more. */
export interface UnreadableOrder {
  draftId: string;
  truckId: string;
  /** By the device's clock (ms); null where that is not known. */
  takenAt: number | null;
  /** A newer version of the product has kept it; else the key that opens it is gone. */
  isNewer: boolean;
}

/** Set with the first order that was kept here: before that the sign-in page need not look. */
export const mayHaveUnsent = stored("chuckwagon.unsent-orders", TEXT);

interface UnsentState {
  orders: readonly UnsentOrder[];
  unreadable: readonly UnreadableOrder[];
  /** The server was not reached (ms of the device's clock when it was last heard); null while it is. */
  lostSince: number | null;
  /** Sends what waits at once. */
  sendNow: () => void;
  /** Whether the browser promised to keep what is stored; null until it was asked. */
  isPersistent: boolean | null;
}

export const useUnsentStore = create<UnsentState>(() => ({
  orders: [],
  unreadable: [],
  lostSince: null,
  sendNow: () => {},
  isPersistent: null,
}));

/** The unsent orders of a truck, the oldest first, with those that were voided or refused. */
export function useUnsent(truckId: string): readonly UnsentOrder[] {
  return useUnsentStore(
    useShallow(({ orders }) => orders.filter(({ truck }) => truck._id === truckId)),
  );
}

/** What waits here of a truck and cannot be read, the oldest first. */
export function useUnreadable(truckId: string): readonly UnreadableOrder[] {
  return useUnsentStore(
    useShallow(({ unreadable }) => unreadable.filter((one) => one.truckId === truckId)),
  );
}

/** Whether the server is not there. A bar says so on every screen that sells or cooks, and nothing else need say it. */
export function useIsLost(): boolean {
  return useUnsentStore(({ lostSince }) => lostSince !== null);
}

/** Without either no order can be kept sealed: the counter works with the network alone. */
export function canKeepOrders(): boolean {
  return typeof indexedDB !== "undefined" && globalThis.crypto?.subtle !== undefined;
}

/** A draft's id is a UUID, an order's id is not. */
export function isUnsent({ _id }: Pick<StaffOrder, "_id">): boolean {
  return _id.includes("-");
}

interface Numbered {
  orderNumber: string;
  offlineNumber?: string | null;
}

/** What the customer heard comes first: · #101 once it is sent, and #101 of every other order. */
export function numberOf({ orderNumber, offlineNumber }: Numbered): string {
  if (!offlineNumber) return `#${orderNumber}`;
  return offlineNumber === orderNumber ? orderNumber : `${offlineNumber} · #${orderNumber}`;
}

/** The lines of a cart as they are sent. */
export function lateLines(lines: readonly CartItem[]): LateLine[] {
  return lines.map((line) => ({
    menuItemId: line.menuItemId,
    name: line.name,
    quantity: line.quantity,
    unitPrice: centsToDollars(unitCents(line)),
    options: optionsOf(line).map(
      ({ optionId, name, additionalPrice, quantity = 1, ...option }) => ({
        optionId,
        groupName: "selectedOption" in option ? groupOf(option) : "",
        name,
        additionalPrice,
        ...(quantity > 1 ? { quantity } : {}),
      }),
    ),
    specialInstructions: line.customization.specialInstructions || null,
  }));
}

function groupOf(option: object): string {
  return (option as { selectedOption: { name: string } }).selectedOption.name;
}

const NEXT: Record<OrderStatus, OrderStatus[]> = {
  pending: ["confirmed"],
  confirmed: ["preparing"],
  preparing: ["ready"],
  ready: ["completed"],
  completed: [],
  cancelled: [],
};

/** In the place of an order of the server, on the board, in the kitchen and on paper. */
export function asStaffOrder(unsent: UnsentOrder): StaffOrder & { offlineNumber: string } {
  const { sale, truck } = unsent;
  const at = new Date(unsent.takenAt + unsent.aheadMs).toISOString();
  const tax = sale.taxes.reduce((sum, part) => sum + Math.round(part.tax * 100), 0) / 100;
  const status = unsent.voidReason === null ? unsent.status : "cancelled";
  return {
    ...NOTHING,
    _id: unsent.draftId,
    orderNumber: unsent.number,
    offlineNumber: unsent.number,
    status,
    nextStatuses: NEXT[status],
    paymentStatus: sale.payment === "unpaid" ? "unpaid" : "paid",
    tender: sale.payment,
    createdAt: at,
    updatedAt: at,
    truckId: truck._id,
    truck: { name: truck.name, slug: truck.slug, timezone: truck.timezone },
    customerName: sale.customerName ?? unsent.number,
    customerPhone: sale.customerPhone,
    specialInstructions: sale.specialInstructions,
    items: sale.lines.map((line, index) => ({
      menuItemId: line.menuItemId,
      name: line.name,
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      totalPrice: Math.round(line.unitPrice * 100 * line.quantity) / 100,
      customizations: line.options.map(({ groupName, name, additionalPrice, quantity = 1 }) => ({
        group: groupName,
        name,
        additionalPrice,
        quantity,
        freeQuantity: 0,
      })),
      specialInstructions: line.specialInstructions,
      refundedQuantity: 0,
      taxClass: unsent.lines[index]?.taxClass ?? "standard",
    })),
    subtotal: sale.subtotal,
    tax,
    taxes: sale.taxes,
    taxRate: sale.taxes[0]?.rate ?? 0,
    pricesIncludeTax: sale.pricesIncludeTax,
    tip: sale.tip,
    total: sale.total,
    stopId: sale.stopId,
    slotAt: sale.slotAt,
  };
}

const NOTHING = {
  source: "counter",
  language: "en",
  customerId: null,
  customerEmail: null,
  exempt: 0,
  discount: 0,
  offerCode: null,
  pickupTime: null,
  estimatedPickupTime: null,
  history: [],
  refunds: [],
  refundable: 0,
  disputes: [],
  messages: [],
  smsOptedOut: false,
  flags: [],
  windowPayment: null,
  trackingPath: "",
  version: 0,
} satisfies Partial<StaffOrder>;

/** What is to be made and handed over of them. */
export function openOnes(unsent: readonly UnsentOrder[]): StaffOrder[] {
  return unsent
    .filter(
      ({ status, voidReason, arrived }) =>
        voidReason === null && status !== "completed" && arrived === null,
    )
    .map(asStaffOrder);
}

/** The status in which the server will have it, too. */
export function firstStatus({ settings }: Pick<StaffTruck, "settings">): OrderStatus {
  return settings.confirmsOrders ? "confirmed" : "pending";
}
