import type { StopFigures } from "@/domain/api/admin-types";
import { formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { currentLocale } from "@/messages/language";
import { formatCount, formatMinutes, formatShare } from "@/staff/shared/figures/comparison";
import { lostKinds } from "./lost-kinds";

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
    label: m.stopReport.unitsUsed,
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
