import type { ActivityDetail, ActivityEvent } from "@/domain/api/admin-types";
import { formatDate, formatTimeOfDay, parseInstant } from "@/domain/values/time";

/** What a superadmin may narrow the list to, by the first word of the actions' names. */
export const KINDS: Record<string, string> = {
  session: "Sign-ins",
  user: "Staff accounts",
  truck: "Food trucks",
  menu_item: "Menu items",
  menu: "Menu order and imports",
  order: "Orders",
  text: "Texts to customers",
  customer: "Customers' data",
  picture: "Images",
  payment_account: "Payment accounts",
  held_payment: "Held payments",
};

const ACTIONS: Record<string, string> = {
  "session.opened": "Signed in",
  "session.failed": "Sign-in failed",
  "session.closed": "Signed out",
  "session.revoked": "Other sessions ended",
  "user.created": "Account added",
  "user.changed": "Account changed",
  "user.disabled": "Account disabled",
  "user.enabled": "Account enabled",
  "user.password_changed": "Own password changed",
  "user.password_reset": "Password reset",
  "user.password_refused": "Wrong current password",
  "truck.created": "Truck added",
  "truck.changed": "Truck changed",
  "truck.archived": "Truck deleted",
  "truck.activated": "Truck activated",
  "truck.deactivated": "Truck deactivated",
  "truck.settings_changed": "Ordering settings changed",
  "menu_item.created": "Item added",
  "menu_item.changed": "Item changed",
  "menu_item.price_changed": "Price changed",
  "menu_item.availability_changed": "Availability changed",
  "menu_item.archived": "Item deleted",
  "menu.reordered": "Menu put in order",
  "menu.imported": "Menu imported",
  "order.taken": "Order taken at the counter",
  "order.paid": "Order paid at the counter",
  "order.status_changed": "Order moved along",
  "order.changed": "Order changed",
  "order.refunded": "Money given back",
  "text.written": "Text to a customer",
  "picture.uploaded": "Image uploaded",
  "payment_account.created": "Payment account opened",
  "payment_account.linked": "Sent to payment onboarding",
  "held_payment.decided": "Held payment decided",
};

const DETAILS: Record<string, string> = {
  imageUrl: "Image",
  bannerImage: "Banner",
  ownerEmail: "Owner's email",
  applicationFeeBps: "Platform fee, in hundredths of a percent",
  smsSignature: "Signature of texts",
  notAcceptingReason: "Reason shown",
  version: "Version of the order",
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
  return role === "visitor" ? "Somebody who is not signed in" : "The system";
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
