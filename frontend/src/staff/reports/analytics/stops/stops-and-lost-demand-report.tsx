import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { StopAnalytics, StopFigures, StopGrouping } from "@/domain/api/staff-types";
import { formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import styles from "@/staff/reports/analytics/analytics.module.css";
import { hourLabel, hourName } from "@/staff/reports/analytics/chart-points";
import { LoadedReport } from "@/staff/reports/analytics/loaded-report";
import { type StopsFilter, stopAnalyticsQuery } from "@/staff/reports/api";
import {
  allLost,
  hoursFigure,
  type LostKind,
  lostKinds,
  revenueFigure,
  salesFigures,
  showFigure,
} from "@/staff/schedule/stop-figures";
import { type Figure, FigureList } from "@/staff/shared/figure-list";
import { formatCount } from "@/staff/shared/figure-words";
import { BarChart, BarList } from "@/ui/charts/bar-chart";
import { ChartPanel } from "@/ui/charts/chart-or-table-panel";
import { Table } from "@/ui/content/table";
import { ButtonLink } from "@/ui/controls/button";
import { SegmentedChoice } from "@/ui/controls/radio-choices";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Row, Stack, Text } from "@/ui/layout";
import { GroupsChart, GroupsTable, groupings, groupingTitle } from "./stop-groups-table-and-chart";

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

interface SectionProps {
  id: string;
  title: string;
  lead: string;
  children?: ReactNode;
}

/** A part of the report below its heading and a sentence about it. */
function Section({ id, title, lead, children }: SectionProps) {
  return (
    <Stack as="section" gap={4} shrinks aria-labelledby={id} className={styles.stopsReportSection}>
      <Text as="h2" size="xl" id={id}>
        {title}
      </Text>
      <Text measure="column" soft>
        {lead}
      </Text>
      {children}
    </Stack>
  );
}

/** Sales that belong to no stop; nothing is said where there are none. */
function WithoutStop({ report: { withoutStop } }: { report: StopAnalytics }) {
  const { orders, revenue, averageOrder, items } = withoutStop;
  if (orders === 0) return null;
  return (
    <Section id="without-stop" title={m.stopReport.withoutStop} lead={m.stopReport.withoutStopHint}>
      <FigureList
        layout="row"
        figures={[
          { label: m.common.revenue, value: formatSum(revenue) },
          { label: m.common.orders, value: formatCount(orders) },
          { label: m.analytics.totals.average, value: formatSum(averageOrder) },
          { label: m.analytics.totals.itemsSold, value: formatCount(items) },
        ]}
      />
    </Section>
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
      <Section
        id="best-places"
        title={m.stopReport.places.best}
        lead={m.stopReport.places.tooFew}
      />
    );
  return (
    <Stack gap={8} className={styles.columns}>
      {[
        { id: "best-places", title: m.stopReport.places.best, ranks: bestPlaces },
        { id: "worst-places", title: m.stopReport.places.weakest, ranks: worstPlaces },
      ].map(({ id, title, ranks }) => (
        <Section key={id} id={id} title={title} lead={m.stopReport.places.hint}>
          <BarList bars={ranks.map((rank) => barOf(rank, hasTrucks))} longest={most} />
        </Section>
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

type Hour = StopAnalytics["lostDemandByHour"][number];

/** What customers wanted and did not get, by reason and by hour of the day. */
function LostDemand({ report }: { report: StopAnalytics }) {
  const { lostDemand } = report;
  const figures = lostKinds().map(({ kind, label, meaning }) => ({
    label,
    value: formatCount(lostDemand[kind]),
    note: meaning,
  }));
  return (
    <>
      <Section
        id="lost-demand"
        title={m.stopReport.lost.title}
        lead={allLost(lostDemand) > 0 ? m.stopReport.lost.lead : m.stopReport.lost.empty}
      >
        {allLost(lostDemand) > 0 ? <FigureList figures={figures} layout="row" /> : null}
      </Section>
      {allLost(lostDemand) > 0 ? <LostByHour report={report} /> : null}
    </>
  );
}

function LostByHour({ report: { lostDemand, lostDemandByHour } }: { report: StopAnalytics }) {
  const [chosen, setChosen] = useState<LostKind | null>(null);
  const most = lostKinds().reduce((best, next) =>
    lostDemand[next.kind] > lostDemand[best.kind] ? next : best,
  );
  const shown = lostKinds().find(({ kind }) => kind === chosen) ?? most;
  const hours = busyHours(lostDemandByHour);
  const title = m.stopReport.lost.byHour;
  const sentence = peakSentence(hours, shown.kind);
  const drawn = m.stopReport.lost.drawn({ kind: shown.label });
  return (
    <ChartPanel
      title={title}
      sentence={sentence}
      measures={
        <SegmentedChoice
          label={m.analytics.figureLabel({ title })}
          choices={lostKinds().map(({ kind, label }) => ({ value: kind, label }))}
          value={shown.kind}
          onChange={setChosen}
        />
      }
      chart={
        <BarChart
          title={title}
          label={m.charts.summary({ title: drawn, summary: sentence })}
          bars={hours.map((hour) => hourBar(hour, shown.kind))}
          isMoney={false}
        />
      }
      table={
        <Table
          caption={title}
          columns={[
            {
              key: "hour",
              header: m.analytics.hour,
              primary: true,
              cell: ({ hour }: Hour) => hourName(hour),
            },
            ...lostKinds().map(({ kind, label }) => ({
              key: kind,
              header: label,
              align: "end" as const,
              cell: (hour: Hour) => formatCount(hour[kind]),
            })),
          ]}
          rows={hours}
          rowKey={({ hour }) => String(hour)}
        />
      }
    />
  );
}

function hourBar(hour: Hour, kind: LostKind) {
  return {
    key: String(hour.hour),
    label: hourLabel(hour.hour),
    name: hourName(hour.hour),
    value: hour[kind],
    details: lostKinds().map(({ kind: other, label }) =>
      m.stopReport.lost.kindAndCount({ label, count: formatCount(hour[other]) }),
    ),
  };
}

/** From the first hour in which something was lost to the last one. */
function busyHours(hours: readonly Hour[]): Hour[] {
  const busy = hours.filter((hour) => allLost(hour) > 0).map(({ hour }) => hour);
  return hours.filter(({ hour }) => hour >= Math.min(...busy) && hour <= Math.max(...busy));
}

function peakSentence(hours: readonly Hour[], kind: LostKind): string {
  const peak = hours.reduce<Hour | null>(
    (best, hour) => (best && best[kind] >= hour[kind] ? best : hour),
    null,
  );
  if (!peak?.[kind]) return m.stopReport.lost.noneOfKind;
  return m.stopReport.lost.most({
    hour: hourName(peak.hour),
    count: formatCount(peak[kind]),
  });
}
