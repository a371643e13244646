import { useQuery } from "@tanstack/react-query";
import type { StopAnalytics, StopFigures, StopGrouping } from "@/domain/api/admin-types";
import { formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { ReportBody } from "@/staff/reports/analytics/report-body";
import {
  hoursFigure,
  revenueFigure,
  salesFigures,
  showFigure,
} from "@/staff/schedule/result/stop-figures";
import { formatCount } from "@/staff/shared/figures/comparison";
import { type Figure, FigureList } from "@/staff/shared/figures/figure-list";
import { SegmentedChoice } from "@/ui/controls/choices/segmented-choice";
import { type StopsFilter, stopAnalyticsQuery } from "./api";
import { groupings, groupingTitle } from "./grouping";
import { GroupsChart } from "./groups-chart";
import { GroupsTable } from "./groups-table";
import { LostDemand } from "./lost-demand";
import { NoStops } from "./no-stops";
import { PlaceRanks } from "./place-ranks";
import styles from "./stops-report.module.css";

interface StopsReportProps {
  filter: StopsFilter;
  onGroupBy: (grouping: StopGrouping) => void;
}

/** What each stop, place or weekday brought in, where it is best, and what was lost. */
export function StopsReport({ filter, onGroupBy }: StopsReportProps) {
  const query = useQuery(stopAnalyticsQuery(filter));
  const hasTrucks = filter.truckId === null;
  return (
    <ReportBody query={query}>
      {(report) => (
        <>
          {report.groups.length === 0 ? (
            <NoStops />
          ) : (
            <>
              <FigureList figures={totalsOf(report)} />
              <section aria-labelledby="groups" className={styles.section}>
                <header className={styles.header}>
                  <h2 id="groups" className={styles.title}>
                    {groupingTitle(report.groupBy)}
                  </h2>
                  <SegmentedChoice
                    label={m.staff.reportsStops.groupedBy}
                    choices={groupings()}
                    value={filter.groupBy}
                    onChange={onGroupBy}
                  />
                </header>
                <GroupsChart report={report} hasTrucks={hasTrucks} />
                <GroupsTable report={report} hasTrucks={hasTrucks} />
              </section>
              <PlaceRanks report={report} hasTrucks={hasTrucks} />
            </>
          )}
          <LostDemand report={report} />
          <WithoutStop report={report} />
        </>
      )}
    </ReportBody>
  );
}

function totalsOf({ totals }: StopAnalytics): Figure[] {
  const [revenue, ...others] = [revenueFigure(), ...salesFigures()].map((figure) => ({
    label: figure.label,
    value: showFigure(figure, totals, m.staff.reportsAnalytics.noData),
    note: figure.key === "revenuePerHour" ? servedHours(totals) : null,
  }));
  const { stops, cancelledStops } = totals;
  return [
    { ...revenue, label: m.staff.reportsStops.revenueAtStops, value: formatSum(totals.revenue) },
    {
      label: m.staff.reportsStops.stops,
      value: formatCount(stops),
      note:
        cancelledStops > 0 ? m.staff.reportsStops.andCancelled({ count: cancelledStops }) : null,
    },
    ...others,
  ];
}

function servedHours(totals: StopFigures): string {
  return m.staff.reportsStops.overHours({ hours: showFigure(hoursFigure(), totals, "") });
}

/** Sales that belong to no stop; nothing is said where there are none. */
function WithoutStop({ report: { withoutStop } }: { report: StopAnalytics }) {
  const { orders, revenue, averageOrder, items } = withoutStop;
  if (orders === 0) return null;
  return (
    <section aria-labelledby="without-stop" className={styles.section}>
      <h2 id="without-stop" className={styles.title}>
        {m.staff.reportsStops.withoutStop}
      </h2>
      <p className={styles.soft}>{m.staff.reportsStops.withoutStopMeaning}</p>
      <FigureList
        layout="row"
        figures={[
          { label: m.staff.reportsAnalytics.revenue, value: formatSum(revenue) },
          { label: m.staff.reportsAnalytics.orders, value: formatCount(orders) },
          { label: m.staff.reportsAnalytics.averageOrder, value: formatSum(averageOrder) },
          { label: m.staff.reportsAnalytics.itemsSold, value: formatCount(items) },
        ]}
      />
    </section>
  );
}
