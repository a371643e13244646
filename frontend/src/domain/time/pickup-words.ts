/** Times of pickup in words. The server gives an instant, or any text, which is shown as it is. */

import { messages as m } from "@/messages";
import { presentTime } from "./server-clock";
import { clockLabel, dayUnlessToday, formatTimeOfDay } from "./time-words";
import { parseInstant } from "./wall-clock";

/** A pickup estimate for people: an instant as a time of day in the zone, other text as it is. */
export function formatPickupEstimate(text: string, zone: string): string {
  const instant = parseInstant(text);
  return instant ? formatTimeOfDay(instant, zone) : text;
}

/** A pickup time for people: an instant with its day unless that is today, other text as it is. */
export function pickupLabel(text: string, zone: string, now: Date): string {
  const instant = parseInstant(text);
  return instant ? clockLabel(instant, zone, now) : text;
}

interface ReadyBy {
  /** "Ready by 6:00 PM", or how long it usually takes. */
  when: string;
  /** The day, unless it is today. */
  day: string | null;
}

/** When an order can be picked up, on the truck's clock. */
export function readyBy(estimate: string | null, timezone: string): ReadyBy {
  if (!estimate) return { when: m.receipt.roughEstimate, day: null };
  const instant = parseInstant(estimate);
  const time = formatPickupEstimate(estimate, timezone);
  return {
    // In large type the time would else break before PM.
    when: m.receipt.readyBy({ estimate: instant ? time.replace(/\s/g, "\u00a0") : time }),
    day: instant && dayUnlessToday(instant, timezone, presentTime()),
  };
}
