/** Dates and ages in lists and on receipts. */

import { messages as m } from "@/messages";
import { currentLocale } from "@/messages/language";
import { formatTimeOfDay } from "./time-words";
import { safeZone } from "./wall-clock";

const MINUTE_MS = 60_000;

/** A date in a zone for lists: Nov 21, 2026. */
export function formatDate(instant: Date, zone: string): string {
  return new Intl.DateTimeFormat(currentLocale(), {
    timeZone: safeZone(zone),
    dateStyle: "medium",
  }).format(instant);
}

/** An instant with the name of its zone, where it is not plain whose clock is meant: Nov 21, 2026, 6:00 PM PST. */
export function formatInstant(instant: Date, zone: string): string {
  const name = zoneAbbreviation(instant, zone);
  return `${formatDate(instant, zone)}, ${formatTimeOfDay(instant, zone)} ${name}`;
}

/** The short name of a zone, as it is called at an instant: PST. */
export function zoneAbbreviation(instant: Date, zone: string): string {
  const parts = new Intl.DateTimeFormat(currentLocale(), {
    timeZone: safeZone(zone),
    timeZoneName: "short",
  }).formatToParts(instant);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? zone;
}

/** How long ago: under an hour in minutes, under a day in hours, else in days. */
export function formatAge(since: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - since.getTime()) / MINUTE_MS));
  if (minutes < 60) return m.ages.minutes({ minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? m.ages.hours({ hours }) : m.ages.days({ days: Math.floor(hours / 24) });
}

interface PlacedOrder {
  place?: { timezone: string } | null;
  truck: { timezone: string };
}

/** The clock that an order's times are meant on: of the stop where it is picked up, else of the truck. */
export function orderZone({ place, truck }: PlacedOrder): string {
  return place?.timezone ?? truck.timezone;
}
