import { useQuery } from "@tanstack/react-query";
import type { StopAnalytics, StopFigures, StopGrouping } from "@/domain/api/staff-types";
import { formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import styles from "@/staff/reports/analytics/analytics.module.css";
import { LoadedReport } from "@/staff/reports/analytics/loaded-report";
import { type StopsFilter, stopAnalyticsQuery } from "@/staff/reports/api";
import {
  hoursFigure,
  revenueFigure,
  salesFigures,
  showFigure,
} from "@/staff/schedule/stop-figures";
import { type Figure, FigureList } from "@/staff/shared/figure-list";
import { formatCount } from "@/staff/shared/figure-words";
import { BarList } from "@/ui/charts/bar-chart";
import { ButtonLink } from "@/ui/controls/button";
import { SegmentedChoice } from "@/ui/controls/choices";
import { EmptyState } from "@/ui/feedback/empty-state";
import { Row, Stack, Text } from "@/ui/layout";
import { groupings, groupingTitle } from "./grouping";
import { LostDemand } from "./lost-demand";
import { GroupsChart, GroupsTable } from "./stop-groups";

interface StopsReportProps {
  filter: StopsFilter;
  onGroupBy: (grouping: StopGrouping) => void;
}

/** What each stop, place or weekday brought in, where it is best, and what was lost. */
export function StopsReport({ filter, onGroupBy }: StopsReportProps) {
  const query = useQuery(stopAnalyticsQuery(filter));
  const hasTrucks = filter.truckId === null;
  return (
    <LoadedReport query={query}>
      {(report) => (
        <>
          {report.groups.length === 0 ? (
            <NoStops />
          ) : (
            <>
              <FigureList figures={totalsOf(report)} />
              <Stack
                as="section"
                gap={4}
                shrinks
                aria-labelledby="groups"
                className={styles.stopsReportSection}
              >
                <Row as="header" gap={3} align="center" justify="between">
                  <Text as="h2" size="xl" id="groups">
                    {groupingTitle(report.groupBy)}
                  </Text>
                  <SegmentedChoice
                    label={m.stopReport.groupedBy}
                    choices={groupings()}
                    value={filter.groupBy}
                    onChange={onGroupBy}
                  />
                </Row>
                <GroupsChart report={report} hasTrucks={hasTrucks} />
                <GroupsTable report={report} hasTrucks={hasTrucks} />
              </Stack>
              <PlaceRanks report={report} hasTrucks={hasTrucks} />
            </>
          )}
          <LostDemand report={report} />
          <WithoutStop report={report} />
        </>
      )}
    </LoadedReport>
  );
}

function totalsOf({ totals }: StopAnalytics): Figure[] {
  const [revenue, ...others] = [revenueFigure(), ...salesFigures()].map((figure) => ({
    label: figure.label,
    value: showFigure(figure, totals, m.analytics.noData),
    note: figure.key === "revenuePerHour" ? servedHours(totals) : null,
  }));
  const { stops, cancelledStops } = totals;
  return [
    { ...revenue, label: m.stopReport.revenue.title, value: formatSum(totals.revenue) },
    {
      label: m.common.stops,
      value: formatCount(stops),
      note: cancelledStops > 0 ? m.stopReport.cancelledBesides({ count: cancelledStops }) : null,
    },
    ...others,
  ];
}

function servedHours(totals: StopFigures): string {
  return m.stopReport.fromHours({ hours: showFigure(hoursFigure(), totals, "") });
}

/** Sales that belong to no stop; nothing is said where there are none. */
function WithoutStop({ report: { withoutStop } }: { report: StopAnalytics }) {
  const { orders, revenue, averageOrder, items } = withoutStop;
  if (orders === 0) return null;
  return (
    <Stack
      as="section"
      gap={4}
      shrinks
      aria-labelledby="without-stop"
      className={styles.stopsReportSection}
    >
      <Text as="h2" size="xl" id="without-stop">
        {m.stopReport.withoutStop}
      </Text>
      <Text measure="column" soft>
        {m.stopReport.withoutStopHint}
      </Text>
      <FigureList
        layout="row"
        figures={[
          { label: m.common.revenue, value: formatSum(revenue) },
          { label: m.common.orders, value: formatCount(orders) },
          { label: m.analytics.totals.average, value: formatSum(averageOrder) },
          { label: m.analytics.totals.itemsSold, value: formatCount(items) },
        ]}
      />
    </Stack>
  );
}

function NoStops() {
  return (
    <EmptyState
      title={m.stopReport.empty}
      description={m.stopReport.emptyHint}
      action={<ButtonLink to="/admin/schedule">{m.common.openSchedule}</ButtonLink>}
    />
  );
}

type Rank = StopAnalytics["bestPlaces"][number];

interface PlaceRanksProps {
  report: StopAnalytics;
  hasTrucks: boolean;
}

/** Where an hour of service brings in most, and where least. */
function PlaceRanks({ report, hasTrucks }: PlaceRanksProps) {
  const { bestPlaces, worstPlaces } = report;
  const most = bestPlaces[0]?.revenuePerHour;
  if (most === undefined)
    return (
      <Stack
        as="section"
        gap={4}
        shrinks
        aria-labelledby="best-places"
        className={styles.stopsReportSection}
      >
        <Text as="h2" size="xl" id="best-places">
          {m.stopReport.places.best}
        </Text>
        <Text measure="column" soft>
          {m.stopReport.places.tooFew}
        </Text>
      </Stack>
    );
  return (
    <Stack gap={8} className={styles.columns}>
      {[
        { id: "best-places", title: m.stopReport.places.best, ranks: bestPlaces },
        { id: "worst-places", title: m.stopReport.places.weakest, ranks: worstPlaces },
      ].map(({ id, title, ranks }) => (
        <Stack
          key={id}
          as="section"
          gap={4}
          shrinks
          aria-labelledby={id}
          className={styles.stopsReportSection}
        >
          <Text as="h2" size="xl" id={id}>
            {title}
          </Text>
          <Text measure="column" soft>
            {m.stopReport.places.hint}
          </Text>
          <BarList bars={ranks.map((rank) => barOf(rank, hasTrucks))} longest={most} />
        </Stack>
      ))}
    </Stack>
  );
}

function barOf(rank: Rank, hasTrucks: boolean) {
  const { placeId, placeName, truckName, stops, revenuePerHour } = rank;
  const counted = m.stopReport.count({ stops });
  return {
    key: placeId,
    name: placeName,
    value: revenuePerHour,
    text: m.stopReport.perHour({ amount: formatSum(revenuePerHour) }),
    note: hasTrucks ? `${truckName} · ${counted}` : counted,
  };
}
