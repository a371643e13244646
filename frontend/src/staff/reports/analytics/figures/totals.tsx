import type { Analytics } from "@/domain/api/admin-types";
import { formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { Change } from "@/staff/reports/analytics/change";
import {
  type Comparison,
  compareAmounts,
  compareMinutes,
  compareShares,
  formatCount,
  formatMinutes,
  formatShare,
} from "./comparison";
import styles from "./totals.module.css";

interface Figure {
  label: string;
  value: string;
  change: Comparison | null;
}

/** The figures of the period, each against the one before if anything was sold then. */
export function Totals({ report }: { report: Analytics }) {
  const [headline, ...others] = figuresOf(report);
  const hasPrevious = report.previous.orders > 0;
  return (
    <dl className={styles.totals}>
      {headline ? (
        <FigureOf figure={headline} hasPrevious={hasPrevious} className={styles.headline} />
      ) : null}
      {others.map((figure) => (
        <FigureOf
          key={figure.label}
          figure={figure}
          hasPrevious={hasPrevious}
          className={styles.figure}
        />
      ))}
    </dl>
  );
}

interface FigureOfProps {
  figure: Figure;
  hasPrevious: boolean;
  className: string | undefined;
}

function FigureOf({ figure, hasPrevious, className }: FigureOfProps) {
  return (
    <div className={className}>
      <dt className={styles.label}>{figure.label}</dt>
      <dd className={styles.value}>{figure.value}</dd>
      {figure.change && hasPrevious ? (
        <dd>
          <Change change={figure.change} />
        </dd>
      ) : null}
    </div>
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
    amount(m.staff.reportsAnalytics.revenue, totals.revenue, previous.revenue, formatSum),
    amount(m.staff.reportsAnalytics.orders, totals.orders, previous.orders, formatCount),
    amount(
      m.staff.reportsAnalytics.averageOrder,
      totals.averageOrder,
      previous.averageOrder,
      formatSum,
    ),
    amount(m.staff.reportsAnalytics.itemsSold, totals.itemsSold, previous.itemsSold, formatCount),
    {
      label: m.staff.reportsAnalytics.medianTimeToReady,
      value: formatMinutes(totals.medianMinutesToReady),
      change: compareMinutes(totals.medianMinutesToReady, previous.medianMinutesToReady),
    },
    share(m.staff.reportsAnalytics.cancelled, totals.cancelledShare, previous.cancelledShare),
    share(m.staff.reportsAnalytics.refunded, totals.refundedShare, previous.refundedShare),
  ];
}
