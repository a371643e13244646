import type { ActivityDetail, ActivityEvent } from "@/domain/api/staff-types";
import { formatDate, formatTimeOfDay } from "@/domain/time/time-words";
import { parseInstant } from "@/domain/time/wall-clock";
import { messages as m } from "@/messages";

/** What a superadmin may narrow the list to, by the first word of the actions' names. */
export const kinds = (): Record<string, string> => ({
  session: m.activity.labels.signIns,
  user: m.activity.labels.staffAccounts,
  truck: m.common.foodTrucks,
  menu_item: m.common.menuItems,
  menu: m.activity.labels.menuOrderAndImports,
  option_set: m.activity.labels.optionSets,
  order: m.common.orders,
  offer: m.common.offers,
  text: m.activity.labels.textsToCustomers,
  customer: m.activity.labels.customersData,
  audit: m.activity.log,
  picture: m.activity.labels.images,
  payment_account: m.activity.labels.paymentAccounts,
  held_payment: m.common.heldPayments,
  place: m.common.places,
  stop: m.common.stops,
  series: m.activity.labels.weeklyStops,
  stock: m.common.counts,
  disruption: m.activity.labels.changesOfPlan,
  device: m.activity.fields.device,
});

const actions = (): Record<string, string> => ({
  "session.opened": m.activity.labels.signedIn,
  "session.failed": m.activity.labels.signInFailed,
  "session.closed": m.activity.labels.signedOut,
  "session.revoked": m.activity.labels.otherSessionsEnded,
  "session.factor_failed": m.activity.labels.factorFailed,
  "session.proven": m.activity.labels.identityConfirmed,
  "user.factor_added": m.activity.labels.factorAdded,
  "user.factor_renamed": m.activity.labels.factorRenamed,
  "user.factor_removed": m.activity.labels.factorRemoved,
  "user.recovery_code_used": m.activity.labels.recoveryCodeUsed,
  "user.recovery_codes_renewed": m.activity.labels.recoveryCodesRenewed,
  "user.created": m.activity.labels.accountAdded,
  "user.changed": m.activity.labels.accountChanged,
  "user.disabled": m.activity.labels.accountDisabled,
  "user.erased": m.activity.labels.accountErased,
  "user.enabled": m.activity.labels.accountEnabled,
  "user.password_changed": m.activity.labels.ownPasswordChanged,
  "user.password_reset": m.activity.labels.passwordReset,
  "user.reset_requested": m.activity.labels.linkForPasswordRequested,
  "user.sign_in_link_requested": m.activity.labels.signInLinkRequested,
  "user.device_opened": m.activity.labels.deviceOpened,
  "user.email_change_requested": m.activity.labels.newEmailEntered,
  "user.email_change_cancelled": m.activity.labels.newEmailCancelled,
  "user.password_set_by_link": m.activity.labels.passwordSetByLink,
  "user.invited": m.activity.labels.invitationSent,
  "user.invitation_withdrawn": m.activity.labels.invitationWithdrawn,
  "user.invitation_accepted": m.activity.labels.invitationAccepted,
  "user.push_device_added": m.activity.labels.deviceAdded,
  "user.push_device_removed": m.activity.labels.deviceRemoved,
  "user.password_refused": m.activity.labels.wrongCurrentPassword,
  "truck.created": m.activity.labels.truckAdded,
  "truck.changed": m.activity.labels.truckChanged,
  "truck.archived": m.common.truckDeleted,
  "truck.activated": m.activity.labels.truckActivated,
  "truck.published": m.activity.labels.truckPublished,
  "truck.deactivated": m.activity.labels.truckDeactivated,
  "truck.settings_changed": m.activity.labels.orderingSettingsChanged,
  "menu_item.created": m.activity.labels.itemAdded,
  "menu_item.changed": m.activity.labels.itemChanged,
  "menu_item.price_changed": m.activity.labels.priceChanged,
  "menu_item.availability_changed": m.activity.labels.availabilityChanged,
  "menu_item.archived": m.activity.labels.itemDeleted,
  "option_set.created": m.activity.labels.optionSetAdded,
  "option_set.changed": m.activity.labels.optionSetChanged,
  "option_set.deleted": m.activity.labels.optionSetDeleted,
  "menu.reordered": m.activity.labels.menuSorted,
  "menu.imported": m.activity.labels.menuImported,
  "menu.import_undone": m.activity.labels.menuImportUndone,
  "order.taken": m.activity.labels.orderTakenAtTheCounter,
  "order.taken_offline": m.activity.labels.orderTakenOffline,
  "order.voided": m.activity.labels.orderVoided,
  "order.entered_late": m.activity.labels.orderEnteredLate,
  "order.discarded": m.activity.labels.orderDiscarded,
  "device.forgotten": m.activity.labels.deviceForgotten,
  "order.paid": m.activity.labels.orderPaidAtTheCounter,
  "order.paid_out": m.activity.labels.refundPaidOut,
  "drawer.opened": m.activity.labels.drawerOpened,
  "drawer.moved": m.activity.labels.drawerMoved,
  "drawer.closed": m.activity.labels.drawerClosed,
  "printer.added": m.activity.labels.printerAdded,
  "printer.changed": m.activity.labels.printerChanged,
  "printer.address_renewed": m.activity.labels.printerAddressRenewed,
  "printer.deleted": m.activity.labels.printerRemoved,
  "printer.tested": m.activity.labels.printerTested,
  "reader.registered": m.activity.labels.readerRegistered,
  "reader.renamed": m.activity.labels.readerRenamed,
  "reader.removed": m.activity.labels.readerRemoved,
  "counter_payment.asked": m.activity.labels.cardAsked,
  "counter_payment.retried": m.activity.labels.cardAskedAgain,
  "counter_payment.cancelled": m.activity.labels.cardPaymentCancelled,
  "counter_payment.cash": m.activity.labels.cashInsteadOfCard,
  "print_job.asked_again": m.activity.labels.printedAfterAll,
  "print_job.dropped": m.activity.labels.printDropped,
  "order.printed": m.activity.labels.orderPrinted,
  "order.status_changed": m.activity.labels.orderStatusChanged,
  "order.changed": m.activity.labels.orderChanged,
  "order.contact_corrected": m.activity.labels.contactCorrected,
  "order.receipt_sent": m.activity.labels.receiptSent,
  "order.refunded": m.common.moneyGivenBack,
  "text.written": m.activity.labels.textToACustomer,
  "picture.uploaded": m.activity.labels.imageUploaded,
  "payment_account.created": m.activity.labels.paymentAccountOpened,
  "payment_account.linked": m.activity.labels.sentToPaymentOnboarding,
  "held_payment.decided": m.activity.labels.heldPaymentDecided,
  "books.accounts_changed": m.activity.labels.accountNamesChanged,
  "offer.created": m.activity.labels.offerAdded,
  "offer.changed": m.activity.labels.offerChanged,
  "offer.ended": m.activity.labels.offerEnded,
  "place.created": m.activity.labels.placeAdded,
  "place.changed": m.activity.labels.placeChanged,
  "place.archived": m.activity.labels.placeArchived,
  "stop.created": m.activity.labels.stopAdded,
  "stop.changed": m.activity.labels.stopChanged,
  "stop.deleted": m.activity.labels.stopDeleted,
  "series.created": m.activity.labels.weeklyStopsAdded,
  "series.changed": m.activity.labels.weeklyStopsChanged,
  "series.deleted": m.activity.labels.weeklyStopsEnded,
  "disruption.scheduled": m.activity.labels.planAnnounced,
  "disruption.withdrawn": m.activity.labels.planTakenBack,
  "disruption.started": m.activity.labels.planStarted,
  "disruption.retried": m.activity.labels.planTriedAgain,
  "stock.changed": m.activity.labels.countsChanged,
  "customer.list_exported": m.activity.labels.customerListExported,
  "customer.data_exported": m.activity.labels.customerDataExported,
  "customer.erased": m.activity.labels.customerDataErased,
  "audit.exported": m.activity.labels.activityExported,
});

/** Fields whose words other screens have, too. */
const commonFields = (): Record<string, string> => ({
  imageUrl: m.common.image,
  bannerImage: m.common.banner,
  ownerEmail: m.common.ownersEmail,
  customers: m.common.customers,
  secondFactor: m.common.secondFactor,
  minutes: m.common.minutes,
  placeId: m.common.newPlace,
  orders: m.common.orders,
  slotAt: m.common.pickupSlot,
  takesTips: m.common.takesTips,
  tipPresets: m.common.offeredTips,
  name: m.common.name,
  email: m.common.email,
  status: m.common.status,
  place: m.common.place,
  role: m.common.role,
  price: m.common.price,
  prepUnits: m.common.prepUnits,
  unitsPerTenMinutes: m.common.tenMinuteLimit,
  truck: m.common.truckShort,
  total: m.common.total,
  taxRate: m.common.taxRate,
  reducedTaxRate: m.common.reducedTaxRate,
  pricesIncludeTax: m.common.pricesIncludeTax,
  taxClass: m.common.taxClass,
  slotCapacity: m.common.slotLimit,
  phone: m.common.phone,
  note: m.common.note,
  address: m.common.address,
  until: m.common.until,
  stop: m.common.stop,
  shortDescription: m.common.shortDescription,
  description: m.common.description,
  pausedUntil: m.common.pausedUntil,
  options: m.common.options,
  language: m.common.language,
  available: m.common.available,
  directions: m.common.directions,
  cuisine: m.common.cuisine,
  city: m.common.city,
  amount: m.common.amount,
  section: m.common.section,
  category: m.common.category,
});

/** Names the thing and is told beside the action, not again below it. */
const NAMING = ["name", "number", "truck", "place", "code"];
/** Their values are codes that have words. */
const NAMED_BY_CODE = ["kind", "method", "secondFactor", "status", "decision"];
const QUIET = ["remembered", "version", "rows", "redactions"];

export function actionLabel(action: string): string {
  return actions()[action] ?? describe(action);
}

export function detailLabel({ name }: ActivityDetail, action: string): string {
  // The details of counts are named after menu items and options.
  if (action === "stock.changed") return name;
  const fields: Record<string, string> = m.activity.fields;
  const key = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return commonFields()[key] ?? fields[key] ?? describe(name);
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
  const words = NAMED_BY_CODE.includes(name) ? codeWords() : {};
  const say = (fact: ActivityDetail["after"]) => words[String(fact)] ?? factLabel(fact, zone);
  return before === undefined ? say(after) : `${say(before)} → ${say(after)}`;
}

/** Plans' and orders' words for what is cancelled are one in each language. */
function codeWords(): Record<string, string> {
  const { planKinds, proofKinds, statuses, decisions } = m.activity;
  return { ...planKinds, ...proofKinds, ...statuses, ...decisions };
}

export function actorLabel({ name, role }: ActivityEvent["actor"]): string {
  if (name) return name;
  return role === "visitor" ? m.activity.actors.anonymous : m.activity.actors.system;
}

export function roleLabel({ role }: ActivityEvent["actor"]): string {
  const roles: Record<string, string> = m.activity.roles;
  return roles[role] ?? role;
}

function factLabel(fact: ActivityDetail["after"], zone: string): string {
  if (typeof fact === "boolean") {
    return fact ? m.activity.values.yes : m.activity.values.no;
  }
  if (fact === null || fact === "") return m.activity.values.nothing;
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
