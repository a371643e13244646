import { formatPickupEstimate } from "@/domain/time/pickup-time";
import { presentTime } from "@/domain/time/server-clock";
import { dayInZone, formatDay, parseInstant } from "@/domain/time/time";
import { messages as m } from "@/messages";

interface PickupLabels {
  /** "ready by 6:00 PM", or how long it usually takes. */
  when: string;
  /** The day, unless it is today. */
  day: string | null;
}

/** When an order can be picked up, on the truck's clock. The estimate is an instant, or any text, which is shown as it is. */
export function pickupLabels(estimate: string | null, timezone: string): PickupLabels {
  if (!estimate) return { when: m.receipt.roughEstimate, day: null };
  return {
    when: m.receipt.readyBy({ estimate: formatPickupEstimate(estimate, timezone) }),
    day: dayUnlessToday(estimate, timezone),
  };
}

/** The day of an estimate that is an instant, unless it is today: Sunday, November 22. */
export function dayUnlessToday(estimate: string, timezone: string): string | null {
  const instant = parseInstant(estimate);
  if (!instant) return null;
  const isToday = dayInZone(instant, timezone) === dayInZone(presentTime(), timezone);
  return isToday ? null : formatDay(instant, timezone);
}
