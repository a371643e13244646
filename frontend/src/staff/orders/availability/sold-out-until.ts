import { pickupInstant } from "@/domain/time/pickup-time";
import { minutesFromNow } from "@/domain/time/until";
import { messages as m } from "@/messages";

/** For how long something is sold out. `opening` is the next 4 AM, when no truck is still selling. */
export type SoldOutFor = "resumed" | "hour" | "opening" | "time";

const NEW_DAY = "04:00";

export const soldOutFor = (): { value: SoldOutFor; label: string }[] => [
  { value: "resumed", label: m.service.soldOut.noEnd },
  { value: "hour", label: m.service.soldOut.oneHour },
  { value: "opening", label: m.service.soldOut.untilMorning },
  { value: "time", label: m.service.soldOut.untilTime },
];

/**
 * When it is back; null for not by itself. `time` is a time of day (HH:MM) at the truck, the next one.
 * Undefined while the time is not filled in.
 */
export function soldOutUntil(
  { choice, time }: { choice: SoldOutFor; time: string },
  zone: string,
  now: Date,
): Date | null | undefined {
  if (choice === "resumed") return null;
  if (choice === "hour") return minutesFromNow(60, now);
  return pickupInstant(choice === "opening" ? NEW_DAY : time, zone, now) ?? undefined;
}
