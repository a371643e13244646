import type { OrderFilter } from "./orders/order-list";

/** The keys of everything in the query cache. What shares the beginning of a key is invalidated with it. */
export const queryKeys = {
  config: () => ["config"] as const,
  health: () => ["health"] as const,
  paymentProvider: (publishableKey: string | undefined) =>
    ["payment-provider", publishableKey] as const,
  verifiedPayment: (paymentIntentId: string) => ["verify-payment", paymentIntentId] as const,
  trackedOrder: (token: string) => ["tracking", token] as const,
  trucks: {
    all: () => ["trucks"] as const,
    public: () => ["trucks", "public"] as const,
    bySlug: () => ["trucks", "by-slug"] as const,
    oneBySlug: (slug: string) => ["trucks", "by-slug", slug] as const,
    staff: () => ["trucks", "staff"] as const,
    one: (truckId: string) => ["trucks", "one", truckId] as const,
    slugCheck: (asked: object) => ["trucks", "slug-check", asked] as const,
  },
  stripeAccount: (truckId: string) => ["stripe-account", truckId] as const,
  menu: {
    all: () => ["menu"] as const,
    public: (truckId: string) => ["menu", "public", truckId] as const,
    staff: (truckId: string) => ["menu", "staff", truckId] as const,
    item: (itemId: string) => ["menu", "item", itemId] as const,
  },
  orders: {
    all: (truckId: string) => ["orders", truckId] as const,
    lists: (truckId: string) => ["orders", truckId, "list"] as const,
    list: (truckId: string, filter: OrderFilter) => ["orders", truckId, "list", filter] as const,
    counts: (truckId: string) => ["orders", truckId, "counts"] as const,
    pending: (truckId: string) => ["orders", truckId, "pending"] as const,
    open: (truckId: string) => ["orders", truckId, "open"] as const,
    anyOne: () => ["orders", "one"] as const,
    one: (orderId: string) => ["orders", "one", orderId] as const,
  },
  customers: {
    list: (truckId: string | null, search: string) =>
      ["customers", "list", truckId, search] as const,
    one: (customerId: string, truckId: string | null) =>
      ["customers", "one", customerId, truckId] as const,
    orders: (customerId: string, truckId: string | null) =>
      ["customers", "orders", customerId, truckId] as const,
  },
  users: () => ["users"] as const,
  heldPayments: () => ["held-payments"] as const,
  ledger: (period: Period) => ["ledger", period] as const,
  analytics: (period: Period) => ["analytics", period] as const,
  activity: (scope: object) => ["activity", scope] as const,
};

interface Period {
  truckId: string | null;
  from: string;
  to: string;
}
