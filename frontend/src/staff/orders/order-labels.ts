/** What the staff reads about an order, on every screen that shows one. */

import type { OrderStatus, PaymentStatus } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import type { BadgeTone } from "@/ui/content/badge";

export const STATUSES: readonly OrderStatus[] = [
  "pending",
  "confirmed",
  "preparing",
  "ready",
  "completed",
  "cancelled",
];

interface BadgeVariant {
  label: string;
  tone: BadgeTone;
}

export const STATUS_BADGES: Record<OrderStatus, BadgeVariant> = {
  pending: {
    get label() {
      return m.staff.orders.pending;
    },
    tone: "highlight",
  },
  confirmed: {
    get label() {
      return m.staff.orders.confirmed;
    },
    tone: "info",
  },
  preparing: {
    get label() {
      return m.staff.orders.preparing;
    },
    tone: "busy",
  },
  ready: {
    get label() {
      return m.staff.orders.readyForPickup;
    },
    tone: "good",
  },
  completed: {
    get label() {
      return m.staff.orders.completed;
    },
    tone: "neutral",
  },
  cancelled: {
    get label() {
      return m.staff.orders.cancelled;
    },
    tone: "danger",
  },
};

export const PAYMENT_BADGES: Record<PaymentStatus, BadgeVariant> = {
  paid: {
    get label() {
      return m.staff.orders.paid;
    },
    tone: "good",
  },
  partially_refunded: {
    get label() {
      return m.staff.orders.partlyRefunded;
    },
    tone: "warning",
  },
  refunded: {
    get label() {
      return m.staff.orders.refunded;
    },
    tone: "neutral",
  },
  disputed: {
    get label() {
      return m.staff.orders.disputed;
    },
    tone: "danger",
  },
  unpaid: {
    get label() {
      return m.staff.orders.notPaidYet;
    },
    tone: "warning",
  },
};

/** What the staff should know about an order before cooking it. */
export const FLAG_LABELS: Readonly<Record<string, string>> = {
  get item_unavailable() {
    return m.staff.orders.itemWasSoldOutWhen;
  },
  get item_deleted() {
    return m.staff.orders.itemIsNoLongerOn;
  },
  get truck_inactive() {
    return m.staff.orders.truckWasOffStreetWhen;
  },
  get pickup_passed() {
    return m.staff.orders.pickupTimeHadPassedWhen;
  },
  get possible_duplicate() {
    return m.staff.orders.looksLikeSecondOrderOf;
  },
};
