import { closesAt, opensAt, type Stop } from "@/domain/schedule/current-stops";
import { timeAt } from "@/domain/schedule/schedule-words";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import type { DisruptionRequest, Kind, Preview } from "./api";

export const KINDS: readonly Kind[] = ["late", "moved", "ends_early", "cancelled"];

export const kindWords = (): Record<Kind, { name: string; hint: string; start: string }> => ({
  late: {
    name: m.plan.kinds.late,
    hint: m.plan.kinds.lateHint,
    start: m.plan.kinds.lateSubmit,
  },
  moved: {
    name: m.plan.kinds.moved,
    hint: m.plan.kinds.movedHint,
    start: m.plan.kinds.movedSubmit,
  },
  ends_early: {
    name: m.plan.kinds.endsEarly,
    hint: m.plan.kinds.endsEarlyHint,
    start: m.plan.kinds.endsEarlySubmit,
  },
  cancelled: {
    name: m.plan.kinds.cancelled,
    hint: m.plan.kinds.cancelledHint,
    start: m.plan.kinds.cancelledSubmit,
  },
});

/** "Pier 5, 11:00 AM to 2:00 PM". */
export function stopName(stop: Stop): string {
  return m.plan.stopAt({
    place: stop.place.name,
    from: timeAt(opensAt(stop), stop),
    to: timeAt(closesAt(stop), stop),
  });
}

/** What a change of plan would do, as a person would say it. `place` is the name of the new place. */
export function previewSentences(
  preview: Preview,
  request: DisruptionRequest,
  place: string,
): string[] {
  const { orders, messages, refundTotal, payOuts, payOutTotal, checkouts } = preview;
  const said: [number, () => string][] = [
    [1, () => m.plan.effects.texted({ count: messages })],
    [
      orders.refunded,
      () =>
        m.plan.effects.refunded({
          count: orders.refunded,
          amount: formatDollars(refundTotal),
        }),
    ],
    [payOuts, () => m.plan.effects.paidOut({ count: payOuts, amount: formatDollars(payOutTotal) })],
    [
      orders.newTime,
      () => m.plan.effects.later({ count: orders.newTime, minutes: request.minutes ?? 0 }),
    ],
    [orders.newPlace, () => m.plan.effects.elsewhere({ count: orders.newPlace, place })],
    [orders.unchanged, () => m.plan.effects.unchanged({ count: orders.unchanged })],
    [checkouts, () => m.plan.effects.released({ count: checkouts })],
  ];
  return said.filter(([count]) => count > 0).map(([, sentence]) => sentence());
}
