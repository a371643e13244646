import type { Analytics } from "@/domain/api/admin-types";
import { formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import {
  compareAmounts,
  compareMinutes,
  compareShares,
  formatCount,
  formatMinutes,
  formatShare,
} from "@/staff/shared/figures/comparison";
import { type Figure, FigureList } from "@/staff/shared/figures/figure-list";

/** The figures of the period, each against the one before if anything was sold then. */
export function Totals({ report }: { report: Analytics }) {
  const hasPrevious = report.previous.orders > 0;
  const figures = figuresOf(report);
  return (
    <FigureList
      figures={hasPrevious ? figures : figures.map(({ label, value }) => ({ label, value }))}
    />
  );
}

function figuresOf({ totals, previous }: Analytics): Figure[] {
  const amount = (
    label: string,
    now: number,
    before: number,
    format: (value: number) => string,
  ) => ({
    label,
    value: format(now),
    change: compareAmounts(now, before, format),
  });
  const share = (label: string, now: number, before: number) => ({
    label,
    value: formatShare(now),
    change: compareShares(now, before),
  });
  return [
    amount(m.common.revenue, totals.revenue, previous.revenue, formatSum),
    amount(m.common.orders, totals.orders, previous.orders, formatCount),
    amount(m.analytics.totals.average, totals.averageOrder, previous.averageOrder, formatSum),
    ...(totals.tips || previous.tips
      ? [amount(m.analytics.totals.tips, totals.tips, previous.tips, formatSum)]
      : []),
    ...(totals.discounts || previous.discounts
      ? [amount(m.common.discounts, totals.discounts, previous.discounts, formatSum)]
      : []),
    amount(m.analytics.totals.itemsSold, totals.itemsSold, previous.itemsSold, formatCount),
    {
      label: m.analytics.totals.timeToReady,
      value: formatMinutes(totals.medianMinutesToReady),
      change: compareMinutes(totals.medianMinutesToReady, previous.medianMinutesToReady),
    },
    share(m.common.orderCancelled, totals.cancelledShare, previous.cancelledShare),
    share(m.common.orderRefunded, totals.refundedShare, previous.refundedShare),
  ];
}
