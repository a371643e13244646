import type { ActivityDetail, ActivityEvent } from "@/domain/api/admin-types";
import { formatDate } from "@/domain/time/dates";
import { formatTimeOfDay, parseInstant } from "@/domain/time/time";
import { messages as m } from "@/messages";

/** What a superadmin may narrow the list to, by the first word of the actions' names. */
export const kinds = (): Record<string, string> => ({
  session: m.staff.reportsActivity.signIns,
  user: m.staff.reportsActivity.staffAccounts,
  truck: m.staff.reportsActivity.foodTrucks,
  menu_item: m.staff.reportsActivity.menuItems,
  menu: m.staff.reportsActivity.menuOrderAndImports,
  order: m.staff.reportsActivity.orders,
  text: m.staff.reportsActivity.textsToCustomers,
  customer: m.staff.reportsActivity.customersData,
  audit: m.staff.reportsActivity.activityLog,
  picture: m.staff.reportsActivity.images,
  payment_account: m.staff.reportsActivity.paymentAccounts,
  held_payment: m.staff.reportsActivity.heldPayments,
  place: m.staff.reportsActivity.places,
  stop: m.staff.reportsActivity.stops,
  series: m.staff.reportsActivity.weeklyStops,
  stock: m.staff.reportsActivity.counts,
  disruption: m.staff.reportsActivity.changesOfPlan,
});

const actions = (): Record<string, string> => ({
  "session.opened": m.staff.reportsActivity.signedIn,
  "session.failed": m.staff.reportsActivity.signInFailed,
  "session.closed": m.staff.reportsActivity.signedOut,
  "session.revoked": m.staff.reportsActivity.otherSessionsEnded,
  "session.factor_failed": m.staff.reportsActivity.factorFailed,
  "session.proven": m.staff.reportsActivity.identityConfirmed,
  "user.factor_added": m.staff.reportsActivity.factorAdded,
  "user.factor_renamed": m.staff.reportsActivity.factorRenamed,
  "user.factor_removed": m.staff.reportsActivity.factorRemoved,
  "user.recovery_code_used": m.staff.reportsActivity.recoveryCodeUsed,
  "user.recovery_codes_renewed": m.staff.reportsActivity.recoveryCodesRenewed,
  "user.created": m.staff.reportsActivity.accountAdded,
  "user.changed": m.staff.reportsActivity.accountChanged,
  "user.disabled": m.staff.reportsActivity.accountDisabled,
  "user.erased": m.staff.reportsActivity.accountErased,
  "user.enabled": m.staff.reportsActivity.accountEnabled,
  "user.password_changed": m.staff.reportsActivity.ownPasswordChanged,
  "user.password_reset": m.staff.reportsActivity.passwordReset,
  "user.reset_requested": m.staff.reportsActivity.linkForPasswordRequested,
  "user.sign_in_link_requested": m.staff.reportsActivity.signInLinkRequested,
  "user.device_opened": m.staff.reportsActivity.deviceOpened,
  "user.email_change_requested": m.staff.reportsActivity.newEmailEntered,
  "user.email_change_cancelled": m.staff.reportsActivity.newEmailCancelled,
  "user.password_set_by_link": m.staff.reportsActivity.passwordSetByLink,
  "user.invited": m.staff.reportsActivity.invitationSent,
  "user.invitation_withdrawn": m.staff.reportsActivity.invitationWithdrawn,
  "user.invitation_accepted": m.staff.reportsActivity.invitationAccepted,
  "user.push_device_added": m.staff.reportsActivity.deviceAdded,
  "user.push_device_removed": m.staff.reportsActivity.deviceRemoved,
  "user.password_refused": m.staff.reportsActivity.wrongCurrentPassword,
  "truck.created": m.staff.reportsActivity.truckAdded,
  "truck.changed": m.staff.reportsActivity.truckChanged,
  "truck.archived": m.staff.reportsActivity.truckDeleted,
  "truck.activated": m.staff.reportsActivity.truckActivated,
  "truck.deactivated": m.staff.reportsActivity.truckDeactivated,
  "truck.settings_changed": m.staff.reportsActivity.orderingSettingsChanged,
  "menu_item.created": m.staff.reportsActivity.itemAdded,
  "menu_item.changed": m.staff.reportsActivity.itemChanged,
  "menu_item.price_changed": m.staff.reportsActivity.priceChanged,
  "menu_item.availability_changed": m.staff.reportsActivity.availabilityChanged,
  "menu_item.archived": m.staff.reportsActivity.itemDeleted,
  "menu.reordered": m.staff.reportsActivity.menuPutInOrder,
  "menu.imported": m.staff.reportsActivity.menuImported,
  "order.taken": m.staff.reportsActivity.orderTakenAtTheCounter,
  "order.paid": m.staff.reportsActivity.orderPaidAtTheCounter,
  "order.paid_out": m.staff.reportsActivity.refundPaidOut,
  "order.status_changed": m.staff.reportsActivity.orderMovedAlong,
  "order.changed": m.staff.reportsActivity.orderChanged,
  "order.contact_corrected": m.staff.reportsActivity.contactCorrected,
  "order.refunded": m.staff.reportsActivity.moneyGivenBack,
  "text.written": m.staff.reportsActivity.textToACustomer,
  "picture.uploaded": m.staff.reportsActivity.imageUploaded,
  "payment_account.created": m.staff.reportsActivity.paymentAccountOpened,
  "payment_account.linked": m.staff.reportsActivity.sentToPaymentOnboarding,
  "held_payment.decided": m.staff.reportsActivity.heldPaymentDecided,
  "offer.created": m.staff.reportsActivity.offerAdded,
  "offer.changed": m.staff.reportsActivity.offerChanged,
  "offer.ended": m.staff.reportsActivity.offerEnded,
  "place.created": m.staff.reportsActivity.placeAdded,
  "place.changed": m.staff.reportsActivity.placeChanged,
  "place.archived": m.staff.reportsActivity.placeArchived,
  "stop.created": m.staff.reportsActivity.stopAdded,
  "stop.changed": m.staff.reportsActivity.stopChanged,
  "stop.deleted": m.staff.reportsActivity.stopDeleted,
  "series.created": m.staff.reportsActivity.weeklyStopsAdded,
  "series.changed": m.staff.reportsActivity.weeklyStopsChanged,
  "series.deleted": m.staff.reportsActivity.weeklyStopsEnded,
  "disruption.scheduled": m.staff.reportsActivity.planAnnounced,
  "disruption.withdrawn": m.staff.reportsActivity.planTakenBack,
  "disruption.started": m.staff.reportsActivity.planStarted,
  "disruption.retried": m.staff.reportsActivity.planTriedAgain,
  "stock.changed": m.staff.reportsActivity.countsChanged,
  "customer.list_exported": m.staff.reportsActivity.customerListExported,
  "customer.data_exported": m.staff.reportsActivity.customerDataExported,
  "customer.erased": m.staff.reportsActivity.customerDataErased,
  "audit.exported": m.staff.reportsActivity.activityExported,
});

const details = (): Record<string, string> => ({
  imageUrl: m.staff.reportsActivity.image,
  bannerImage: m.staff.reportsActivity.banner,
  ownerEmail: m.staff.reportsActivity.ownersEmail,
  applicationFeeBps: m.staff.reportsActivity.platformFeeInHundredthsOf,
  smsSignature: m.staff.reportsActivity.signatureOfTexts,
  notAcceptingReason: m.staff.reportsActivity.reasonShown,
  version: m.staff.reportsActivity.versionOfTheOrder,
  byCustomersLink: m.staff.reportsActivity.byCustomersLink,
  redactions: m.staff.reportsActivity.fingerprintOfTheRows,
});

/** Names the thing and is told beside the action, not again below it. */
const NAMING = ["name", "number", "truck", "place", "code"];
/** Their values are codes that have words. */
const NAMED_BY_CODE = ["kind", "method", "secondFactor"];
const QUIET = ["remembered", "version", "rows", "redactions"];

export function actionLabel(action: string): string {
  return actions()[action] ?? describe(action);
}

export function detailLabel({ name }: ActivityDetail, action: string): string {
  // The details of counts are named after menu items and options.
  if (action === "stock.changed") return name;
  const fields: Record<string, string> = m.staff.reportsActivity.fields;
  const key = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return details()[name] ?? fields[key] ?? describe(name);
}

/** Which thing it happened to; empty where the action says it all. */
export function subjectLabel({ action, details, subjectKind }: ActivityEvent): string {
  if (action === "stock.changed") return "";
  const named = details.find(({ name, before }) => NAMING.includes(name) && before === undefined);
  if (!named) return "";
  return subjectKind === "order" ? `#${named.after}` : String(named.after);
}

/** What the closed line tells: the first detail that says more than the action does. */
export function firstTold(event: ActivityEvent): ActivityDetail | undefined {
  return toldDetails(event).find(({ name }) => !QUIET.includes(name));
}

/** What is worth telling about it besides. */
export function toldDetails({ action, details }: ActivityEvent): ActivityDetail[] {
  if (action === "stock.changed") return details;
  return details.filter(({ name, before }) => before !== undefined || !NAMING.includes(name));
}

/** "$4.50 → $5.25", or just the one there is. */
export function changeLabel({ name, before, after }: ActivityDetail, zone: string): string {
  const { planKinds, proofKinds } = m.staff.reportsActivity;
  const words: Record<string, string> = { ...planKinds, ...proofKinds };
  const word = NAMED_BY_CODE.includes(name) ? words[String(after)] : undefined;
  if (word) return word;
  const now = factLabel(after, zone);
  return before === undefined ? now : `${factLabel(before, zone)} → ${now}`;
}

export function actorLabel({ name, role }: ActivityEvent["actor"]): string {
  if (name) return name;
  return role === "visitor"
    ? m.staff.reportsActivity.somebodyWhoIsNotSigned
    : m.staff.reportsActivity.theSystem;
}

export function roleLabel({ role }: ActivityEvent["actor"]): string {
  const roles: Record<string, string> = m.staff.reportsActivity.roles;
  return roles[role] ?? role;
}

function factLabel(fact: ActivityDetail["after"], zone: string): string {
  if (typeof fact === "boolean") {
    return fact ? m.staff.reportsActivity.valueYes : m.staff.reportsActivity.valueNo;
  }
  if (fact === null || fact === "") return m.staff.reportsActivity.valueEmpty;
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
