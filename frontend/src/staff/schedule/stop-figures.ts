import type { LostDemand, StopFigures, StopGroup } from "@/domain/api/staff-types";
import { formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { currentLocale } from "@/messages/language";
import {
  type Comparison,
  formatCount,
  formatMinutes,
  formatShare,
} from "@/staff/shared/figure-words";

/** One of the figures that every stop, place and weekday has. */
export interface StopFigure {
  key: string;
  label: string;
  /** Above a column, where the label is too long. */
  heading?: string;
  value: (of: StopFigures) => number | null;
  format: (value: number) => string;
}

const formatDecimal = (value: number) =>
  value.toLocaleString(currentLocale(), { maximumFractionDigits: 1 });

/** What was sold, and how long it took. */
export const salesFigures = (): StopFigure[] => [
  {
    key: "orders",
    label: m.common.orders,
    value: ({ orders }) => orders,
    format: formatCount,
  },
  {
    key: "revenuePerHour",
    label: m.stopReport.revenue.perHour,
    value: ({ revenuePerHour }) => revenuePerHour,
    format: formatSum,
  },
  {
    key: "ordersPerHour",
    label: m.stopReport.ordersPerHour,
    value: ({ ordersPerHour }) => ordersPerHour,
    format: formatDecimal,
  },
  {
    key: "averageOrder",
    label: m.analytics.totals.average,
    value: ({ averageOrder, orders }) => (orders > 0 ? averageOrder : null),
    format: formatSum,
  },
  {
    key: "items",
    label: m.analytics.totals.itemsSold,
    value: ({ items }) => items,
    format: formatCount,
  },
  {
    key: "refunds",
    label: m.common.refunds,
    value: ({ refunds }) => refunds,
    format: formatSum,
  },
  {
    key: "unitsUsedShare",
    label: m.stopReport.capacityUsed,
    value: ({ unitsUsedShare }) => unitsUsedShare,
    format: formatShare,
  },
  {
    key: "medianMinutesToReady",
    label: m.analytics.totals.timeToReady,
    heading: m.stopReport.timeToReady,
    value: ({ medianMinutesToReady }) => medianMinutesToReady,
    format: formatMinutes,
  },
];

export const revenueFigure = (): StopFigure => ({
  key: "revenue",
  label: m.common.revenue,
  value: ({ revenue }) => revenue,
  format: formatSum,
});

export const hoursFigure = (): StopFigure => ({
  key: "hours",
  label: m.stopReport.hours,
  value: ({ hours }) => hours,
  format: formatDecimal,
});

/** How many stops a place or weekday had, and how many were cancelled. */
export const stopCounts = (): StopFigure[] => [
  {
    key: "stops",
    label: m.common.stops,
    value: ({ stops }) => stops,
    format: formatCount,
  },
  {
    key: "cancelledStops",
    label: m.stopReport.cancelledStops,
    value: ({ cancelledStops }) => cancelledStops,
    format: formatCount,
  },
];

/** What was asked for and not sold. */
export const lostFigures = (): StopFigure[] =>
  lostKinds().map(({ kind, label }) => ({
    key: kind,
    label,
    value: ({ lostDemand }) => lostDemand[kind],
    format: formatCount,
  }));

/** As people read it; `none` where there is no figure. */
export function showFigure(figure: StopFigure, of: StopFigures, none: string): string {
  const value = figure.value(of);
  return value === null ? none : figure.format(value);
}

/**
 * How a stop did against the other stops at its place: "+25%, above $334.88". Null where nothing compares: no other
 * stop has ended there, or this one has not begun or was cancelled.
 */
export function compareWithPlace(group: Compared): Comparison | null {
  const { stop, placeAverage, revenueChange } = group;
  if (!stop || !placeAverage || (stop.state !== "ended" && stop.state !== "open")) return null;
  const average = formatSum(placeAverage.revenue);
  // A stop that goes on will sell more: nothing to judge yet.
  if (stop.state === "open")
    return { words: m.stopReport.average.soFar({ average }), direction: "same", isGood: null };
  return revenueChange == null ? null : compareShare(revenueChange, average);
}

type Compared = Pick<StopGroup, "stop" | "placeAverage" | "revenueChange">;

function compareShare(share: number, average: string): Comparison {
  const change = signedPercent(share);
  const isSame = signedPercent(0) === change;
  if (isSame)
    return { words: m.stopReport.average.same({ average }), direction: "same", isGood: null };
  return share > 0
    ? { words: m.stopReport.average.above({ change, average }), direction: "up", isGood: true }
    : { words: m.stopReport.average.below({ change, average }), direction: "down", isGood: false };
}

/** +25%, -19%, 0%. */
function signedPercent(share: number): string {
  const format = new Intl.NumberFormat(currentLocale(), {
    style: "percent",
    maximumFractionDigits: 0,
    signDisplay: "exceptZero",
  });
  return format.format(share);
}

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

/** What staff call the state of a stop. */
export function stateLabel(state: string): string {
  const labels: Record<string, string> = {
    open: m.schedule.states.open,
    upcoming: m.schedule.states.planned,
    cancelled: m.common.orderCancelled,
    ended: m.schedule.states.ended,
  };
  return labels[state] ?? state;
}
