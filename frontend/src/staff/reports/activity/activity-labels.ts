import type { ActivityDetail, ActivityEvent } from "@/domain/api/admin-types";
import { formatDate, formatTimeOfDay, parseInstant } from "@/domain/values/time";
import { messages as m } from "@/messages";

/** What a superadmin may narrow the list to, by the first word of the actions' names. */
export const KINDS: Record<string, string> = {
  get session() {
    return m.staff.reportsActivity.signIns;
  },
  get user() {
    return m.staff.reportsActivity.staffAccounts;
  },
  get truck() {
    return m.staff.reportsActivity.foodTrucks;
  },
  get menu_item() {
    return m.staff.reportsActivity.menuItems;
  },
  get menu() {
    return m.staff.reportsActivity.menuOrderAndImports;
  },
  get order() {
    return m.staff.reportsActivity.orders;
  },
  get text() {
    return m.staff.reportsActivity.textsToCustomers;
  },
  get customer() {
    return m.staff.reportsActivity.customersData;
  },
  get picture() {
    return m.staff.reportsActivity.images;
  },
  get payment_account() {
    return m.staff.reportsActivity.paymentAccounts;
  },
  get held_payment() {
    return m.staff.reportsActivity.heldPayments;
  },
};

const ACTIONS: Record<string, string> = {
  get "session.opened"() {
    return m.staff.reportsActivity.signedIn;
  },
  get "session.failed"() {
    return m.staff.reportsActivity.signInFailed;
  },
  get "session.closed"() {
    return m.staff.reportsActivity.signedOut;
  },
  get "session.revoked"() {
    return m.staff.reportsActivity.otherSessionsEnded;
  },
  get "user.created"() {
    return m.staff.reportsActivity.accountAdded;
  },
  get "user.changed"() {
    return m.staff.reportsActivity.accountChanged;
  },
  get "user.disabled"() {
    return m.staff.reportsActivity.accountDisabled;
  },
  get "user.enabled"() {
    return m.staff.reportsActivity.accountEnabled;
  },
  get "user.password_changed"() {
    return m.staff.reportsActivity.ownPasswordChanged;
  },
  get "user.password_reset"() {
    return m.staff.reportsActivity.passwordReset;
  },
  get "user.password_refused"() {
    return m.staff.reportsActivity.wrongCurrentPassword;
  },
  get "truck.created"() {
    return m.staff.reportsActivity.truckAdded;
  },
  get "truck.changed"() {
    return m.staff.reportsActivity.truckChanged;
  },
  get "truck.archived"() {
    return m.staff.reportsActivity.truckDeleted;
  },
  get "truck.activated"() {
    return m.staff.reportsActivity.truckActivated;
  },
  get "truck.deactivated"() {
    return m.staff.reportsActivity.truckDeactivated;
  },
  get "truck.settings_changed"() {
    return m.staff.reportsActivity.orderingSettingsChanged;
  },
  get "menu_item.created"() {
    return m.staff.reportsActivity.itemAdded;
  },
  get "menu_item.changed"() {
    return m.staff.reportsActivity.itemChanged;
  },
  get "menu_item.price_changed"() {
    return m.staff.reportsActivity.priceChanged;
  },
  get "menu_item.availability_changed"() {
    return m.staff.reportsActivity.availabilityChanged;
  },
  get "menu_item.archived"() {
    return m.staff.reportsActivity.itemDeleted;
  },
  get "menu.reordered"() {
    return m.staff.reportsActivity.menuPutInOrder;
  },
  get "menu.imported"() {
    return m.staff.reportsActivity.menuImported;
  },
  get "order.taken"() {
    return m.staff.reportsActivity.orderTakenAtTheCounter;
  },
  get "order.paid"() {
    return m.staff.reportsActivity.orderPaidAtTheCounter;
  },
  get "order.status_changed"() {
    return m.staff.reportsActivity.orderMovedAlong;
  },
  get "order.changed"() {
    return m.staff.reportsActivity.orderChanged;
  },
  get "order.refunded"() {
    return m.staff.reportsActivity.moneyGivenBack;
  },
  get "text.written"() {
    return m.staff.reportsActivity.textToACustomer;
  },
  get "picture.uploaded"() {
    return m.staff.reportsActivity.imageUploaded;
  },
  get "payment_account.created"() {
    return m.staff.reportsActivity.paymentAccountOpened;
  },
  get "payment_account.linked"() {
    return m.staff.reportsActivity.sentToPaymentOnboarding;
  },
  get "held_payment.decided"() {
    return m.staff.reportsActivity.heldPaymentDecided;
  },
};

const DETAILS: Record<string, string> = {
  get imageUrl() {
    return m.staff.reportsActivity.image;
  },
  get bannerImage() {
    return m.staff.reportsActivity.banner;
  },
  get ownerEmail() {
    return m.staff.reportsActivity.ownersEmail;
  },
  get applicationFeeBps() {
    return m.staff.reportsActivity.platformFeeInHundredthsOf;
  },
  get smsSignature() {
    return m.staff.reportsActivity.signatureOfTexts;
  },
  get notAcceptingReason() {
    return m.staff.reportsActivity.reasonShown;
  },
  get version() {
    return m.staff.reportsActivity.versionOfTheOrder;
  },
};

/** Names the thing and is told beside the action, not again below it. */
const NAMING = ["name", "number", "truck"];
const QUIET = ["remembered", "version"];

export function actionLabel(action: string): string {
  return ACTIONS[action] ?? describe(action);
}

export function detailLabel({ name }: ActivityDetail): string {
  return DETAILS[name] ?? describe(name);
}

/** Which thing it happened to; empty where the action says it all. */
export function subjectLabel({ details, subjectKind }: ActivityEvent): string {
  const named = details.find(({ name, before }) => NAMING.includes(name) && before === undefined);
  if (!named) return "";
  return subjectKind === "order" ? `#${named.after}` : String(named.after);
}

/** What the closed line tells: the first detail that says more than the action does. */
export function firstTold(event: ActivityEvent): ActivityDetail | undefined {
  return toldDetails(event).find(({ name }) => !QUIET.includes(name));
}

/** What is worth telling about it besides. */
export function toldDetails({ details }: ActivityEvent): ActivityDetail[] {
  return details.filter(({ name, before }) => before !== undefined || !NAMING.includes(name));
}

/** "$4.50 → $5.25", or just the one there is. */
export function changeLabel({ before, after }: ActivityDetail, zone: string): string {
  const now = factLabel(after, zone);
  return before === undefined ? now : `${factLabel(before, zone)} → ${now}`;
}

export function actorLabel({ name, role }: ActivityEvent["actor"]): string {
  if (name) return name;
  return role === "visitor"
    ? m.staff.reportsActivity.somebodyWhoIsNotSigned
    : m.staff.reportsActivity.theSystem;
}

function factLabel(fact: ActivityDetail["after"], zone: string): string {
  if (typeof fact === "boolean") return fact ? "yes" : "no";
  if (fact === null || fact === "") return "nothing";
  const instant = typeof fact === "string" ? parseInstant(fact) : null;
  return instant ? `${formatDate(instant, zone)}, ${formatTimeOfDay(instant, zone)}` : String(fact);
}

/** "customer.data_exported" and "leadMinutes" as people write them. */
function describe(name: string): string {
  const words = name
    .replace(/[._]/g, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
