import type { LostDemand } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";

export type LostKind = keyof LostDemand;

/** What can be lost, with the reason in a few words and in a sentence. */
export const lostKinds = (): { kind: LostKind; label: string; meaning: string }[] => [
  {
    kind: "slotFull",
    label: m.staff.reportsStops.slotFull,
    meaning: m.staff.reportsStops.slotFullMeaning,
  },
  {
    kind: "soldOut",
    label: m.staff.reportsStops.soldOut,
    meaning: m.staff.reportsStops.soldOutMeaning,
  },
  {
    kind: "unpaid",
    label: m.staff.reportsStops.unpaid,
    meaning: m.staff.reportsStops.unpaidMeaning,
  },
  {
    kind: "closedViews",
    label: m.staff.reportsStops.closedViews,
    meaning: m.staff.reportsStops.closedViewsMeaning,
  },
];

export function allLost({ closedViews, slotFull, soldOut, unpaid }: LostDemand): number {
  return closedViews + slotFull + soldOut + unpaid;
}
