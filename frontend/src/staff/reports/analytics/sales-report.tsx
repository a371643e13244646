import { useQuery } from "@tanstack/react-query";
import type { Analytics } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { Breakdown } from "@/staff/reports/analytics/figures/breakdown";
import { dayPoints, hourPoints } from "@/staff/reports/analytics/figures/series";
import { TopItems } from "@/staff/reports/analytics/figures/top-items";
import { Totals } from "@/staff/reports/analytics/figures/totals";
import { EmptyState } from "@/ui/feedback/empty-state";
import { Text } from "@/ui/layout";
import styles from "./analytics.module.css";
import { type AnalyticsFilter, analyticsQuery } from "./api";
import { previousLabel } from "./period";
import { ReportBody } from "./report-body";

/** What was sold, when, and how that compares. */
export function SalesReport({ filter }: { filter: AnalyticsFilter }) {
  const query = useQuery(analyticsQuery(filter));
  return (
    <ReportBody query={query}>
      {(report) =>
        isEmpty(report) ? (
          <EmptyState title={m.analytics.empty} description={m.analytics.emptyHint} />
        ) : (
          <Figures report={report} />
        )
      }
    </ReportBody>
  );
}

function Figures({ report }: { report: Analytics }) {
  return (
    <>
      <Text soft tabular className={styles.scope}>
        {comparisonLabel(report)}
      </Text>
      <Totals report={report} />
      {report.from === report.to ? null : (
        <Breakdown title={m.analytics.byDay} unit={m.common.day} points={dayPoints(report)} />
      )}
      <Breakdown title={m.analytics.byHour} unit={m.analytics.hour} points={hourPoints(report)} />
      <TopItems items={report.topItems} />
    </>
  );
}

function comparisonLabel(report: Analytics): string {
  const before = previousLabel(report);
  return report.previous.orders > 0
    ? m.analytics.period.compared({ before })
    : m.analytics.period.nothingBefore({ before });
}

function isEmpty({ totals }: Analytics): boolean {
  return totals.orders === 0 && totals.cancelledShare === 0;
}
