import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { Analytics } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { dayInZone } from "@/domain/time/time";
import { messages as m } from "@/messages";
import { Breakdown } from "@/staff/reports/analytics/figures/breakdown";
import { dayPoints, hourPoints } from "@/staff/reports/analytics/figures/series";
import { TopItems } from "@/staff/reports/analytics/figures/top-items";
import { Totals } from "@/staff/reports/analytics/figures/totals";
import { DownloadButton } from "@/ui/controls/download-button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { ErrorState } from "@/ui/feedback/error-state";
import styles from "./analytics-report.module.css";
import { AnalyticsSkeleton } from "./analytics-skeleton";
import { analyticsQuery, downloadAnalytics } from "./api";
import { longDay } from "./days";
import { previousLabel, readPeriod, writePeriod } from "./period";
import { PeriodPicker } from "./period-picker";
import { zoneName } from "./zone-name";

interface AnalyticsReportProps {
  truckId: string | null;
  timezone: string;
}

/** What was sold, when, and how that compares. */
export function AnalyticsReport({ truckId, timezone }: AnalyticsReportProps) {
  const [search, setSearch] = useSearchParams();
  const today = dayInZone(new Date(), timezone);
  const period = readPeriod(search, today);
  const filter = { truckId, from: period.from, to: period.to };
  const report = useQuery(analyticsQuery(filter));
  return (
    <div className={styles.report}>
      <div className={styles.toolbar}>
        <PeriodPicker
          period={period}
          today={today}
          onChange={(next) => setSearch((present) => writePeriod(present, next))}
        />
        <DownloadButton load={() => downloadAnalytics(filter)} fallbackName="analytics.csv">
          {m.staff.reportsAnalytics.exportCsv}
        </DownloadButton>
      </div>
      {report.isPending ? <AnalyticsSkeleton /> : null}
      {report.error ? (
        <ErrorState
          title={m.staff.reportsAnalytics.failedToLoadAnalytics}
          description={errorMessage(report.error)}
          onRetry={() => report.refetch()}
        />
      ) : null}
      {report.data ? (
        <ReportContent report={report.data} isStale={report.isPlaceholderData} />
      ) : null}
    </div>
  );
}

/** While another period is on its way, the figures shown are still those of the one before. */
function ReportContent({ report, isStale }: { report: Analytics; isStale: boolean }) {
  return (
    <div aria-busy={isStale} className={isStale ? styles.stale : styles.content}>
      <p role="status" className={styles.scope}>
        {isStale ? m.staff.reportsAnalytics.loadingAnalytics : rangeLabel(report)}
      </p>
      {isEmpty(report) ? (
        <EmptyState
          title={m.staff.reportsAnalytics.noOrdersInThisPeriod}
          description={m.staff.reportsAnalytics.chooseLongerPeriodOrCome}
        />
      ) : (
        <Figures report={report} />
      )}
    </div>
  );
}

function Figures({ report }: { report: Analytics }) {
  return (
    <>
      <p className={styles.scope}>{comparisonLabel(report)}</p>
      <Totals report={report} />
      {report.from === report.to ? null : (
        <Breakdown
          title={m.staff.reportsAnalytics.byDay}
          unit={m.staff.reportsAnalytics.day}
          points={dayPoints(report)}
        />
      )}
      <Breakdown
        title={m.staff.reportsAnalytics.byHourOfDay}
        unit={m.staff.reportsAnalytics.hour}
        points={hourPoints(report)}
      />
      <TopItems items={report.topItems} />
    </>
  );
}

function rangeLabel({ from, to, timezone }: Analytics): string {
  const days =
    from === to
      ? longDay(from)
      : m.staff.reportsAnalytics.to2({ longDay: longDay(from), longDay2: longDay(to) });
  return m.staff.reportsAnalytics.in({ days, zoneName: zoneName(timezone) });
}

function comparisonLabel(report: Analytics): string {
  const before = previousLabel(report);
  return report.previous.orders > 0
    ? m.staff.reportsAnalytics.comparedWith({ before })
    : m.staff.reportsAnalytics.noOrdersIn({ before });
}

function isEmpty({ totals }: Analytics): boolean {
  return totals.orders === 0 && totals.cancelledShare === 0;
}
