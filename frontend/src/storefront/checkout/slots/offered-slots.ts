import type { NotServedAt } from "@/domain/cart/reconcile-cart";
import { timeInWords } from "@/domain/time/time-words";
import { wallClock } from "@/domain/time/wall-clock";
import type { OwnHold } from "@/storefront/cart/own-hold";
import type { OfferedSlot, OfferedSlots } from "./api";

/** What the first step shows of the slots. */
export type SlotChoice =
  | { state: "loading" }
  | { state: "failed"; reason: string; retry: () => void }
  /** The truck takes no orders at any stop. */
  | { state: "closed" }
  | { state: "ready"; offered: OfferedSlots; held: HeldSlot | null };

/** The slot that the customer's own checkout holds, and until when (both ISO 8601). */
export interface HeldSlot {
  at: string;
  until: string;
}

export interface SlotHour {
  /** "12 PM". */
  name: string;
  slots: OfferedSlot[];
}

/** The slots by the hour on the clock of the place. */
export function slotsByHour({ slots, timezone }: OfferedSlots): SlotHour[] {
  const hours = new Map<string, SlotHour>();
  for (const slot of slots) {
    const { year, month, day, hour } = wallClock(new Date(slot.at), timezone);
    const key = [year, month, day, hour].join();
    const group = hours.get(key) ?? { name: hourInWords(hour), slots: [] };
    group.slots.push(slot);
    hours.set(key, group);
  }
  return [...hours.values()];
}

function hourInWords(hour: number): string {
  return timeInWords({ hour, minute: 0 }).replace(":00", "");
}

/** The slots as a customer has them whose own open checkout holds one: it is still theirs. */
export function withOwnSlot(
  offered: OfferedSlots,
  hold: OwnHold | null,
  units: number,
): { offered: OfferedSlots; held: HeldSlot | null } {
  const isTheirs = hold !== null && hold.stopId === offered.stopId && units <= hold.units;
  const slot = isTheirs ? offered.slots.find(({ at }) => isSameInstant(at, hold.slotAt)) : null;
  if (!slot || !hold) return { offered, held: null };
  const slots = offered.slots.map((one) =>
    one === slot && one.state === "full" ? { ...one, state: "few" as const } : one,
  );
  const isEarlier = !offered.asap || Date.parse(slot.at) < Date.parse(offered.asap);
  return {
    offered: { ...offered, slots, asap: isEarlier ? slot.at : offered.asap },
    held: { at: slot.at, until: hold.until },
  };
}

/** The slots, with those marked at which some of the order is not served. */
export function markUnserved(offered: OfferedSlots, notServedAt: NotServedAt): OfferedSlots {
  const slots = offered.slots.map((slot) =>
    notServedAt(new Date(slot.at)).size === 0 ? slot : { ...slot, isServed: false },
  );
  return { ...offered, slots };
}

/** Whether no slot has room for the order. */
export function isBookedOut(choice: SlotChoice | null): boolean {
  return choice?.state === "ready" && choice.offered.asap === null;
}

/** Whether a slot that was chosen is no longer free; one of which nothing is known yet may still be. */
export function isTaken(slotAt: string, choice: SlotChoice): boolean {
  if (choice.state !== "ready") return false;
  const slot = findSlot(slotAt, choice.offered);
  return !slot || slot.state === "full";
}

/** Whether a slot is not among those that are offered, free or full. */
export function isUnknown(slotAt: string, choice: SlotChoice): boolean {
  return choice.state === "ready" && !findSlot(slotAt, choice.offered);
}

function findSlot(slotAt: string, { slots }: OfferedSlots): OfferedSlot | undefined {
  return slots.find(({ at }) => isSameInstant(at, slotAt));
}

export function isSameInstant(one: string, other: string): boolean {
  return Date.parse(one) === Date.parse(other);
}
