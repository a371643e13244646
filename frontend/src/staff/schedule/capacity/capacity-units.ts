/** How much a kitchen makes: units in a slot, and what that is in an hour. */
import * as v from "valibot";
import { StopRequest } from "@/domain/api/limits.gen";
import { messages as m } from "@/messages";

/** How long the pickup slots of a stop can be. */
export const SLOT_MINUTES = [5, 10, 15, 20, 30] as const;
export const { minimum: LEAST_UNITS, maximum: MOST_UNITS } = StopRequest.slotCapacity;
const MINUTES_PER_HOUR = 60;

/** A typed number of units; null for none, undefined for what is no number from 1 to 500. */
export function parseUnits(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === "") return null;
  const units = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return units >= LEAST_UNITS && units <= MOST_UNITS ? units : undefined;
}

const unitsError = () => m.capacity.limitInvalid({ least: LEAST_UNITS, most: MOST_UNITS });

/** Of a form: a limit of units as it is typed, which may be left empty. */
export const typedUnits = v.pipe(
  v.string(),
  v.check((typed) => parseUnits(typed) !== undefined, unitsError),
  v.transform((typed) => parseUnits(typed) ?? null),
);

interface SlotRule {
  units: number;
  slotMinutes: number;
  /** Percent of each slot that is not sold online. */
  walkUpShare: number;
}

/** The units of an hour, and those of them that can be ordered online. */
export function hourly({ units, slotMinutes, walkUpShare }: SlotRule) {
  const online = Math.floor((units * (100 - walkUpShare)) / 100);
  const slots = MINUTES_PER_HOUR / slotMinutes;
  return { units: units * slots, online: online * slots };
}
