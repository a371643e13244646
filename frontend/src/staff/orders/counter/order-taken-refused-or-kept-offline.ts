import { ApiError, errorMessage, isOutcomeKnown } from "@/domain/api/errors";
import type { StaffOrder, StaffTruck } from "@/domain/api/staff-types";
import type { CartItem } from "@/domain/cart/cart-item";
import { taxesInDollars } from "@/domain/cart/taxes";
import { lastHeardAt } from "@/domain/live/online-and-server-reached";
import { loadOutbox } from "@/domain/offline/load-outbox";
import {
  asStaffOrder,
  canKeepOrders,
  firstStatus,
  lateLines,
  type UnsentTender,
  useUnsentStore,
} from "@/domain/offline/unsent-orders";
import { serverNow } from "@/domain/time/server-clock";
import { type CartTotals, centsToDollars, dollarsToCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import {
  type CounterFacts,
  type CounterStop,
  changedStopOf,
  lineProblems,
  serverCartOf,
  type Tender,
} from "./api";
import type { CounterDraft } from "./counter-draft";
import { hasTaxOf } from "./counter-price-and-tax-changes";

/** How the taking of an order ends: the server has taken it, has refused it, or this device keeps it until later. */

/** An order that the server has taken, and how it is paid. */
export interface Taken {
  order: StaffOrder;
  payment: Tender;
  /** In cents; null where it was not cash. */
  given: number | null;
  /** It had arrived before it was changed on this screen, and stands as it was sent first. */
  isEarlier: boolean;
}

export function takenOf(
  order: StaffOrder,
  pressed: Tender,
  given: number | null,
  toldCents: number,
): Taken {
  const payment = order.tender === "online" ? pressed : order.tender;
  const isEarlier = payment !== pressed || dollarsToCents(order.total) !== toldCents;
  return { order, payment, given: isEarlier ? null : given, isEarlier };
}

export interface Refusal {
  message: string;
  fields: Readonly<Record<string, string>>;
  byLine: ReadonlyMap<string, string>;
  /** The total with which the order was refused. */
  toldCents: number;
}

export const NO_DETAILS = { fields: {}, byLine: new Map<string, string>() };

export function refusalOf(
  error: unknown,
  lines: readonly CartItem[],
  toldCents: number,
  toldStop: CounterStop | null,
): Refusal {
  const stop = error instanceof ApiError ? changedStopOf(error) : null;
  const sentence =
    stop && toldStop && !hasTaxOf(stop, toldStop) ? m.counter.stop.taxChanged : errorMessage(error);
  const byLine = new Map(
    [...lineProblems(error)].map(([place, message]) => [lines[place]?.id ?? "", message]),
  );
  return {
    message: isOutcomeKnown(error) ? sentence : `${sentence} ${m.counter.retryHint}`,
    fields: error instanceof ApiError ? error.fields : {},
    // What a changed price is said by stands at its line already.
    byLine: serverCartOf(error) ? NO_DETAILS.byLine : byLine,
    toldCents,
  };
}

/** How long the counter waits for the server before it keeps the order itself. */
export const TAKE_MS = 3_000;

export function isOffline(): boolean {
  return !navigator.onLine || useUnsentStore.getState().lostSince !== null;
}

/** Whether this device may keep orders of its own: it needs a letter for their numbers, and a place. */
export function canTakeHere({ device }: CounterFacts): boolean {
  return Boolean(device?.letter) && canKeepOrders();
}

/** Why this order cannot be taken without network; null where it can. */
function problemHere(payment: Tender, draft: CounterDraft): string | null {
  if (payment === "reader") return m.unsent.readerNeedsNetwork;
  return draft.offer ? m.unsent.noCodes : null;
}

interface Sale {
  truck: StaffTruck;
  facts: CounterFacts;
  stop: CounterStop | null;
  slotAt: string | null;
  payment: UnsentTender;
  totals: CartTotals & { tipCents: number };
  draft: CounterDraft;
}

/** Keeps the order on this device until the server is there; a sentence where that is not possible. */
export async function takeHere(sale: Sale): Promise<StaffOrder | string> {
  const { facts, draft } = sale;
  const problem = problemHere(sale.payment, draft) ?? taxProblem(sale.totals);
  if (problem) return problem;
  const { isAloneTooLong } = await import("@/domain/offline/known-answers-and-time-alone");
  if (isAloneTooLong()) return m.unsent.tooLong;
  // An order that is changed is kept in any case: that says nothing of the server.
  if (!draft.changes) useUnsentStore.setState({ lostSince: lastHeardAt() ?? Date.now() });
  const outbox = await loadOutbox().catch(() => null);
  if (!outbox) return m.unsent.storageFull;
  try {
    const isChange = draft.changes !== null;
    const kept = await outbox.keepOrder(unsentOf(sale), facts.device?.letter ?? "", isChange);
    if (isChange) useUnsentStore.getState().sendNow();
    return asStaffOrder(kept);
  } catch (error) {
    if (!(error instanceof outbox.GoneMeanwhile)) return m.unsent.storageFull;
    return error.end === "sent" ? m.unsent.sentMeanwhile : m.unsent.givenUpMeanwhile;
  }
}

/** The order of this device that is being changed goes as it was, and is held no longer. */
export async function leaveChange({ draftId, changes }: CounterDraft): Promise<void> {
  if (!changes) return;
  const { changeOrder } = await loadOutbox();
  await changeOrder(draftId, () => ({ heldUntil: 0 }));
  useUnsentStore.getState().sendNow();
}

/** A total that the server has quoted says no rates, and an order that is sent later must say the tax of each. */
function taxProblem({ taxes = [], subtotalCents, exemptCents = 0 }: CartTotals): string | null {
  const isUnknown = taxes.length === 0 && subtotalCents > exemptCents;
  return isUnknown ? m.counter.stop.taxChanged : null;
}

function unsentOf({ truck, facts, stop, slotAt, payment, totals, draft }: Sale) {
  const { _id, name, slug, timezone } = truck;
  const { lines, details, tip, takenAt, draftId } = draft;
  const { taxes, pricesIncludeTax } = taxesInDollars(totals);
  return {
    draftId,
    truck: { _id, name, slug, timezone: stop?.place.timezone ?? timezone },
    takenAt: takenAt === null ? Date.now() : Date.parse(takenAt),
    aheadMs: serverNow() - Date.now(),
    sale: {
      customerName: details.name.trim() || m.cartChanges.walkUp,
      customerPhone: details.phone.trim() || null,
      specialInstructions: details.note.trim() || null,
      payment,
      lines: lateLines(lines),
      subtotal: centsToDollars(totals.subtotalCents),
      taxes,
      pricesIncludeTax,
      tip: centsToDollars(totals.tipCents),
      total: centsToDollars(totals.totalCents),
      pricesVersion: facts.pricesVersion,
      stopId: stop?._id ?? null,
      slotAt,
    },
    lines,
    tip,
    status: firstStatus(truck),
    voidReason: null,
    ticketPrinted: false,
    refusal: null,
    arrived: null,
    heldUntil: 0,
    asSaleOfNow: null,
  };
}
