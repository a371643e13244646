import type { OrderStatus } from "@/domain/api/staff-types";
/**
 * The keys of everything in the query cache. What shares the beginning of a key is invalidated with it. They are
 * exported one by one, because the home page loads only those that it uses.
 */

/** `open`: what is still to be made or handed over. */
export type StatusFilter = OrderStatus | "all" | "open";

/** Which orders of a truck a list holds. */
export interface OrderFilter {
  status: StatusFilter;
  /** A number, a name or a phone. */
  search: string;
  /** Days on the truck's clock, both included; empty is no limit. */
  from: string;
  to: string;
  /** Where an older page begins; empty is the newest one. */
  cursor: string;
}

export const configKey = () => ["config"] as const;
export const passwordLinkKey = (token: string) => ["password-link", token] as const;
export const securityKey = () => ["second-factors"] as const;
export const healthKey = () => ["health"] as const;
export const paymentProviderKey = (publishableKey: string | undefined) =>
  ["payment-provider", publishableKey] as const;
export const verifiedPaymentKey = (paymentIntentId: string) =>
  ["verify-payment", paymentIntentId] as const;
export const trackedOrderKey = (token: string) => ["tracking", token] as const;
/** Of the slots that a tracked order may move to; beside the order, because each is read again by itself. */
export const trackedSlotsKey = (token: string) => ["tracking-slots", token] as const;

/** Of all that is known of trucks, for customers and staff. */
export const allTrucksKey = () => ["trucks"] as const;
export const publicTrucksKey = () => ["trucks", "public"] as const;
/** Of every truck that was opened by its address. */
export const trucksBySlugKey = () => ["trucks", "by-slug"] as const;
export const truckBySlugKey = (slug: string) => ["trucks", "by-slug", slug] as const;
/** Of what is known of coming stops, and of those of one truck until something changes. */
export const allComingStopsKey = () => ["stops", "coming"] as const;
export const comingStopsKey = (slug: string, changesAt: string | null) =>
  ["stops", "coming", slug, changesAt] as const;
/** Of the trucks that serve what was searched for, and how far they are from a position. */
export const todayKey = (text: string, position: object | null, diet: string | null) =>
  ["stops", "today", text, position, diet] as const;
/** Of the stops and places of a truck, for its staff. */
export const staffScheduleKey = (truckId: string) => ["schedule", truckId] as const;
export const staffStopsKey = (truckId: string, from: string, to: string) =>
  ["schedule", truckId, "stops", from, to] as const;
export const staffSeriesKey = (truckId: string) => ["schedule", truckId, "series"] as const;
export const stopProposalKey = (truckId: string, from: string | undefined) =>
  ["schedule", truckId, "proposal", from] as const;
/** Of the stops, rates and slots that the counter sells by. */
export const staffCounterKey = (truckId: string) => ["schedule", truckId, "counter"] as const;
/** Of the card readers of a truck, and of the payments that are under way on them. */
export const readersKey = (truckId: string) => ["readers", truckId] as const;
export const counterPaymentsKey = (truckId: string) => ["counter-payments", truckId] as const;
export const counterPaymentKey = (truckId: string, paymentId: string) =>
  ["counter-payments", truckId, paymentId] as const;
/** Of the browsers that sell at the counter of a truck. */
export const tabletsKey = (truckId: string) => ["tablets", truckId] as const;
/** Of the printers of a truck, and of what they did not print. */
export const printersKey = (truckId: string) => ["printers", truckId] as const;
export const printerListKey = (truckId: string) => ["printers", truckId, "list"] as const;
export const unprintedKey = (truckId: string) => ["printers", truckId, "unprinted"] as const;
/** Of how full the slots of a stop are, and of what is counted there. */
export const staffSlotsKey = (truckId: string, stopId: string | null) =>
  ["schedule", truckId, "slots", stopId] as const;
export const staffCountsKey = (truckId: string, stopId: string) =>
  ["schedule", truckId, "counts", stopId] as const;
/** Of the offers of a truck; null: of the platform. */
export const staffOffersKey = (truckId: string | null) => ["offers", truckId] as const;
export const prepSheetKey = (stopId: string) => ["prep-sheet", stopId] as const;
/** Of what a stop has brought in, beside the average of its place. */
export const stopResultKey = (truckId: string, stopId: string | null) =>
  ["schedule", truckId, "result", stopId] as const;
/** Of the changes of plan of one stop; those of all stops share the beginning. */
export const allDisruptionsKey = () => ["disruptions"] as const;
export const unfinishedDisruptionsKey = (truckId: string) =>
  ["disruptions", "truck", truckId] as const;
export const stopDisruptionsKey = (stopId: string) => ["disruptions", stopId] as const;
export const staffPlacesKey = (truckId: string) => ["schedule", truckId, "places"] as const;
export const staffTrucksKey = () => ["trucks", "staff"] as const;
export const deletedTrucksKey = () => ["trucks", "deleted"] as const;
export const staffTruckKey = (truckId: string) => ["trucks", "one", truckId] as const;
/** Of what a truck still needs before customers can order from it. */
export const checklistKey = (truckId: string) => ["trucks", "checklist", truckId] as const;
export const openOrdersKey = (truckId: string) => ["open-orders", truckId] as const;
export const slugCheckKey = (asked: object) => ["trucks", "slug-check", asked] as const;
export const stripeAccountKey = (truckId: string) => ["stripe-account", truckId] as const;

/** Of all menus and menu items. */
export const allMenusKey = () => ["menu"] as const;
/** Without a stop, the beginning of the keys for its stops too. */
export const publicMenuKey = (truckId: string, stopId: string | null = null) =>
  ["menu", "public", truckId, ...(stopId === null ? [] : [stopId])] as const;
export const staffMenuKey = (truckId: string) => ["menu", "staff", truckId] as const;
export const optionSetsKey = (truckId: string) => ["menu", "option-sets", truckId] as const;
export const menuImportsKey = (truckId: string) => ["menu", "imports", truckId] as const;
export const menuItemKey = (itemId: string) => ["menu", "item", itemId] as const;

export const orderKeys = {
  all: (truckId: string) => ["orders", truckId] as const,
  lists: (truckId: string) => ["orders", truckId, "list"] as const,
  list: (truckId: string, filter: OrderFilter) => ["orders", truckId, "list", filter] as const,
  counts: (truckId: string) => ["orders", truckId, "counts"] as const,
  pending: (truckId: string) => ["orders", truckId, "pending"] as const,
  open: (truckId: string) => ["orders", truckId, "open"] as const,
  due: (truckId: string) => ["orders", truckId, "due"] as const,
  anyOne: () => ["orders", "one"] as const,
  one: (orderId: string) => ["orders", "one", orderId] as const,
};

/** Of how many orders are on this device only, and of what became of one. */
export const unsentCountsKey = () => ["unsent-counts"] as const;
export const unsentOrderKey = (draftId: string) => ["unsent-order", draftId] as const;

/** A null truck stands for all trucks of the user. */
export const customerKeys = {
  list: (truckId: string | null, search: string) => ["customers", "list", truckId, search] as const,
  one: (customerId: string, truckId: string | null) =>
    ["customers", "one", customerId, truckId] as const,
  orders: (customerId: string, truckId: string | null) =>
    ["customers", "orders", customerId, truckId] as const,
};

interface Period {
  truckId: string | null;
  from: string;
  to: string;
}

/** Of the devices on which the signed-in user hears of new orders. */
export const pushDevicesKey = () => ["push-devices"] as const;
/** Of the devices that are told about an order. */
export const orderDevicesKey = (token: string) => ["order-devices", token] as const;
export const ownSessionsKey = () => ["own-sessions"] as const;
export const usersKey = () => ["users"] as const;
export const heldPaymentsKey = () => ["held-payments"] as const;
/** Of what needs someone at a truck; null: on the platform. */
export const dashboardKey = (truckId: string | null) => ["dashboard", truckId] as const;
export const disputesKey = () => ["disputes"] as const;
export const ledgerKey = (period: Period) => ["ledger", period] as const;
export const booksKey = (period: Period) => ["books", period] as const;
/** Of what the books call the accounts of a truck. */
export const bookAccountsKey = (truckId: string) => ["book-accounts", truckId] as const;
export const taxReportKey = (period: Period) => ["tax-report", period] as const;
export const analyticsKey = (period: Period) => ["analytics", period] as const;
/** Of all trucks side by side. */
export const comparisonKey = (from: string, to: string) => ["comparison", from, to] as const;
/** Of the numbers by stop, grouped. */
export const stopAnalyticsKey = (filter: Period & { groupBy: string }) =>
  ["analytics", "stops", filter] as const;
export const activityKey = (scope: object) => ["activity", scope] as const;
/** Of the open drawer of a truck, of its day closes, and of one sheet. */
export const drawerKey = (truckId: string) => ["drawer", truckId] as const;
export const dayClosesKey = (truckId: string) => ["day-closes", truckId] as const;
export const dayCloseKey = (id: string) => ["day-close", id] as const;
