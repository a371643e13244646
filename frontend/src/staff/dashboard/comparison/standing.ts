import type { ComparedTruck } from "@/domain/api/admin-types";
import { presentSchedule } from "@/domain/schedule/present-schedule";
import { scheduleBadge } from "@/domain/schedule/schedule-words";
import { messages as m } from "@/messages";
import type { BadgeTone } from "@/ui/content/badge";

/** How a truck stands at this moment. */
export interface Standing {
  isOpen: boolean;
  tone: BadgeTone;
  /** Open until 2:00 PM, Opens 11:00 AM, Paused, Closed, Inactive. */
  text: string;
  /** Where it is, or will be next. */
  place: string | null;
}

export function standingOf(truck: ComparedTruck, now: Date): Standing {
  if (!truck.isActive) {
    return { isOpen: false, tone: "neutral", text: m.common.inactive, place: null };
  }
  const { current, next } = presentSchedule(truck, now);
  const { text, isOpen } = scheduleBadge(truck, now);
  const isPaused = !truck.acceptingOrders;
  return {
    isOpen,
    tone: isOpen ? "good" : isPaused ? "warning" : "neutral",
    text,
    place: (current ?? next)?.place.name ?? null,
  };
}

/** Open trucks first, then those that open soonest, then those that do not. */
export function standingRank(truck: ComparedTruck, now: Date): number {
  if (!truck.isActive) return Number.POSITIVE_INFINITY;
  if (standingOf(truck, now).isOpen) return 0;
  const { current, next } = presentSchedule(truck, now);
  const coming = current ?? next;
  return coming ? Date.parse(coming.startsAt) : Number.MAX_SAFE_INTEGER;
}
