import type { LostDemand } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";

export type LostKind = keyof LostDemand;

/** What can be lost, with the reason in a few words and in a sentence. */
export const lostKinds = (): { kind: LostKind; label: string; meaning: string }[] => [
  {
    kind: "slotFull",
    label: m.stopReport.lost.slotFull,
    meaning: m.stopReport.lost.slotFullHint,
  },
  {
    kind: "soldOut",
    label: m.common.soldOut,
    meaning: m.stopReport.lost.soldOutHint,
  },
  {
    kind: "unpaid",
    label: m.stopReport.lost.unpaid,
    meaning: m.stopReport.lost.unpaidHint,
  },
  {
    kind: "closedViews",
    label: m.common.closed,
    meaning: m.stopReport.lost.closedHint,
  },
];

export function allLost({ closedViews, slotFull, soldOut, unpaid }: LostDemand): number {
  return closedViews + slotFull + soldOut + unpaid;
}
