/** What staff read about a pickup slot, so that no bar or color is needed to know how full it is. */
import { formatTimeOfDay } from "@/domain/time/time-words";
import { messages as m } from "@/messages";
import type { SlotLoad, SlotLoads } from "@/staff/schedule/api";

type Capacity = SlotLoads["slotCapacity"];

/** "9 of 12", or "9 menu items" without a limit. */
export function loadWords({ used }: Pick<SlotLoad, "used">, capacity: Capacity): string {
  return capacity === null ? m.slots.used({ used }) : m.slots.usedOf({ used, capacity });
}

/** "Full" or "2 over capacity"; null while there is room. */
export function fullnessWords({ used }: Pick<SlotLoad, "used">, capacity: Capacity): string | null {
  if (capacity === null || used < capacity) return null;
  return used > capacity ? m.slots.over({ units: used - capacity }) : m.common.full;
}

/** "12:10 PM · 9 of 12 menu items", where there is room for one line only. */
export function slotLine(
  slot: SlotLoad,
  { slotCapacity, timezone }: Pick<SlotLoads, "slotCapacity" | "timezone">,
): string {
  const time = formatTimeOfDay(new Date(slot.at), timezone);
  const { used } = slot;
  return slotCapacity === null
    ? `${time} · ${m.slots.used({ used })}`
    : m.slots.line({ time, used, capacity: slotCapacity });
}

const MINUTE_MS = 60_000;

/** The slot that is running and those after it. */
export function slotsFrom({ slots, slotMinutes }: SlotLoads, now: Date): SlotLoad[] {
  return slots.filter(({ at }) => Date.parse(at) + slotMinutes * MINUTE_MS > now.getTime());
}
