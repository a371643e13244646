import { useEffect, useSyncExternalStore } from "react";
import * as v from "valibot";
import { SelectedOptionIn } from "@/domain/api/limits.gen";
import { NOTHING_CHOSEN } from "@/domain/cart/tip";
import { keysBeginningWith, type Stored, stored } from "@/domain/stored";
import { randomUuid } from "@/domain/values/random-ids-and-device-id";
import { useNow } from "@/ui/browser/use-now-and-tell-at";

/**
 * The order that is being typed at the counter, kept on the device for its truck: it survives a reload and other screens,
 * and is the same in every tab.
 */

const DRAFT_MS = 4 * 60 * 60 * 1000;

const KEY_PREFIX = "chuckwagon.counter-draft.";

const option = v.object({
  optionId: v.string(),
  name: v.string(),
  additionalPrice: v.number(),
  quantity: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(SelectedOptionIn.quantity.minimum),
      v.maxValue(SelectedOptionIn.quantity.maximum),
    ),
  ),
});
const line = v.object({
  id: v.string(),
  menuItemId: v.string(),
  name: v.string(),
  basePrice: v.number(),
  quantity: v.number(),
  imageUrl: v.nullable(v.string()),
  totalPrice: v.number(),
  truckId: v.string(),
  taxClass: v.optional(v.picklist(["standard", "reduced", "exempt"])),
  customization: v.object({
    selectedOptions: v.array(option),
    optionChoices: v.array(
      v.object({ ...option.entries, selectedOption: v.object({ name: v.string() }) }),
    ),
    specialInstructions: v.string(),
  }),
});
const offer = v.object({
  code: v.string(),
  percent: v.nullable(v.number()),
  amount: v.nullable(v.number()),
  minSubtotal: v.number(),
  oncePerPhone: v.boolean(),
});
const draftSchema = v.object({
  /** When it last changed (milliseconds since 1970). */
  savedAt: v.number(),
  lines: v.array(line),
  details: v.object({
    name: v.string(),
    phone: v.string(),
    note: v.string(),
    payment: v.picklist(["cash", "reader", "card", "unpaid"]),
  }),
  tip: v.object({ choice: v.string(), typed: v.string() }),
  stopId: v.nullable(v.string()),
  slotAt: v.nullable(v.string()),
  /** A UUID, made with the first item: what the draft becomes is one order for ever. */
  draftId: v.optional(v.string(), ""),
  /** When the order was sent first, while there is no answer: it may have arrived. */
  takenAt: v.optional(v.nullable(v.string()), null),
  offer: v.optional(v.nullable(offer), null),
  /** The payment on a reader that collects it, until that is over. */
  paymentId: v.optional(v.nullable(v.string()), null),
  /** The number of an order on this device only that this changes: A-12. */
  changes: v.optional(v.nullable(v.string()), null),
  /** How many payments of it are over: the next one is another request. */
  paymentsOver: v.optional(v.number(), 0),
});

export type CounterOffer = v.InferOutput<typeof offer>;
export type CounterDraft = v.InferOutput<typeof draftSchema>;

const EMPTY: CounterDraft = {
  savedAt: 0,
  lines: [],
  details: { name: "", phone: "", note: "", payment: "cash" },
  tip: NOTHING_CHOSEN,
  stopId: null,
  slotAt: null,
  draftId: "",
  takenAt: null,
  offer: null,
  paymentId: null,
  changes: null,
  paymentsOver: 0,
};

/** One per truck, because a reader is given the same object until the draft changes. */
const kept = new Map<string, Stored<CounterDraft>>();

function draftOf(truckId: string): Stored<CounterDraft> {
  const known = kept.get(truckId) ?? stored(KEY_PREFIX + truckId, draftSchema);
  kept.set(truckId, known);
  return known;
}

export function useCounterDraft(truckId: string): CounterDraft {
  const { subscribe, read } = draftOf(truckId);
  useSyncExternalStore(subscribe, read);
  // On a page that stays open, a draft ends within a minute of its time.
  useNow();
  useEffect(dropOldDrafts);
  return readCounterDraft(truckId);
}

/** As it is at this moment, which a screen that was drawn before does not know. */
export function readCounterDraft(truckId: string): CounterDraft {
  const draft = draftOf(truckId).read();
  return draft && isFresh(draft) ? draft : EMPTY;
}

/** Whether something was typed that a person would miss. */
export function isUnfinished({ lines, details: { name, phone, note } }: CounterDraft): boolean {
  return lines.length > 0 || [name, phone, note].some((text) => text.trim() !== "");
}

export function changeCounterDraft(truckId: string, change: Partial<CounterDraft>): void {
  const before = readCounterDraft(truckId);
  const draftId = before.draftId || randomUuid();
  draftOf(truckId).write({ ...before, draftId, ...change, savedAt: Date.now() });
}

export function clearCounterDraft(truckId: string): void {
  draftOf(truckId).write(null);
}

function isFresh({ savedAt }: CounterDraft): boolean {
  return Math.abs(Date.now() - savedAt) < DRAFT_MS;
}

/** Deletes the drafts of all trucks whose time is over, and those that nothing can read. */
function dropOldDrafts(): void {
  for (const key of keysBeginningWith(KEY_PREFIX)) {
    const draft = draftOf(key.slice(KEY_PREFIX.length));
    const found = draft.read();
    if (!found || !isFresh(found)) draft.write(null);
  }
}
