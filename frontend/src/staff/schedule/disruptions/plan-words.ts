import { closesAt, opensAt, type Stop } from "@/domain/schedule/present-schedule";
import { timeAt } from "@/domain/schedule/schedule-words";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import type { Kind, Plan, Preview } from "./api";

export const KINDS: readonly Kind[] = ["late", "moved", "ends_early", "cancelled"];

export const kindWords = (): Record<Kind, { name: string; hint: string; start: string }> => ({
  late: {
    name: m.staff.plan.late,
    hint: m.staff.plan.ordersMoveAlong,
    start: m.staff.plan.runLate,
  },
  moved: {
    name: m.staff.plan.moved,
    hint: m.staff.plan.ordersAreKeptThere,
    start: m.staff.plan.moveTheStop,
  },
  ends_early: {
    name: m.staff.plan.endsEarly,
    hint: m.staff.plan.laterOrdersAreRefunded,
    start: m.staff.plan.endEarly,
  },
  cancelled: {
    name: m.staff.plan.cancelled,
    hint: m.staff.plan.allOrdersAreRefunded,
    start: m.staff.plan.cancelTheStop,
  },
});

/** "Pier 5, 11:00 AM to 2:00 PM". */
export function stopName(stop: Stop): string {
  return m.staff.plan.stopAt({
    place: stop.place.name,
    from: timeAt(opensAt(stop), stop),
    to: timeAt(closesAt(stop), stop),
  });
}

/** What a change of plan would do, as a person would say it. `place` is the name of the new place. */
export function previewSentences(preview: Preview, plan: Plan, place: string): string[] {
  const { orders, messages, refundTotal, payOuts, payOutTotal, checkouts } = preview;
  const said: [number, () => string][] = [
    [1, () => m.staff.plan.getAText({ count: messages })],
    [
      orders.refunded,
      () =>
        m.staff.plan.areRefunded({
          count: orders.refunded,
          amount: formatDollars(refundTotal),
        }),
    ],
    [
      payOuts,
      () => m.staff.plan.arePaidOut({ count: payOuts, amount: formatDollars(payOutTotal) }),
    ],
    [
      orders.newTime,
      () => m.staff.plan.keepItLater({ count: orders.newTime, minutes: plan.minutes ?? 0 }),
    ],
    [orders.newPlace, () => m.staff.plan.keepItElsewhere({ count: orders.newPlace, place })],
    [orders.unchanged, () => m.staff.plan.stayAsTheyAre({ count: orders.unchanged })],
    [checkouts, () => m.staff.plan.areReleased({ count: checkouts })],
  ];
  return said.filter(([count]) => count > 0).map(([, sentence]) => sentence());
}
