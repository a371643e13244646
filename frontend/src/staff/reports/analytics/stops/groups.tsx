import { useState } from "react";
import type { StopAnalytics, StopFigures, StopGroup } from "@/domain/api/admin-types";
import { formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import styles from "@/staff/reports/analytics/analytics.module.css";
import {
  compareWithPlace,
  hoursFigure,
  lostFigures,
  revenueFigure,
  type StopFigure,
  salesFigures,
  showFigure,
  stateLabel,
  stopCounts,
} from "@/staff/schedule/result/stop-figures";
import { Change } from "@/staff/shared/figure-list";
import { type Bar, BarChart, BarList, type ListedBar } from "@/ui/charts/bar-chart";
import { ChartFigure } from "@/ui/charts/chart-panel";
import { Badge } from "@/ui/content/badge";
import { type FigureColumn, FiguresTable } from "@/ui/content/figures-table";
import { SegmentedChoice } from "@/ui/controls/choices";
import { Stack, Text } from "@/ui/layout";
import { groupingTitle, groupingUnit, namesOf } from "./grouping";

interface GroupsTableProps {
  report: StopAnalytics;
  hasTrucks: boolean;
}

/** Every figure of every stop, place or weekday, and of all of them together. */
export function GroupsTable({ report, hasTrucks }: GroupsTableProps) {
  const { groupBy, groups, totals } = report;
  return (
    <FiguresTable<StopGroup, StopFigures>
      caption={m.stopReport.everyFigure({ title: groupingTitle(groupBy) })}
      nameHeader={groupingUnit(groupBy)}
      name={(group) => <GroupName group={group} hasTrucks={hasTrucks} />}
      columns={columnsOf(groupBy)}
      rows={groups}
      rowKey={({ key }) => key}
      sum={{ name: m.stopReport.allStops, row: totals }}
    />
  );
}

function GroupName({ group, hasTrucks }: { group: StopGroup; hasTrucks: boolean }) {
  const { lines, more } = namesOf(group, hasTrucks);
  return (
    <Stack gap={1} items="start" className={styles.groupsTableName}>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {more.map((line) => (
        <Text key={line} as="span" soft weight={400}>
          {line}
        </Text>
      ))}
      {group.stop ? <StateBadge state={group.stop.state} /> : null}
    </Stack>
  );
}

type Figures = StopFigures | StopGroup;

function columnsOf(groupBy: StopAnalytics["groupBy"]): FigureColumn<Figures>[] {
  const counts = groupBy === "stop" ? [] : stopCounts();
  const compared = groupBy === "stop" ? [comparison()] : [];
  return [
    columnOf(revenueFigure()),
    ...compared,
    ...[...salesFigures(), hoursFigure(), ...counts, ...lostFigures()].map(columnOf),
  ];
}

const comparison = (): FigureColumn<Figures> => ({
  key: "revenueChange",
  header: m.stopReport.average.title,
  value: (of) => ("key" in of && compareWithPlace(of) ? (of.revenueChange ?? null) : null),
  cell: (of) => {
    const change = "key" in of ? compareWithPlace(of) : null;
    return change ? <Change change={change} /> : m.stopReport.none;
  },
});

function columnOf(figure: StopFigure): FigureColumn<Figures> {
  return {
    key: figure.key,
    header: figure.heading ?? figure.label,
    value: figure.value,
    cell: (of) => showFigure(figure, of, m.stopReport.none),
  };
}

/** More bars than a person compares; the table has the rest. */
const MOST_PLACES = 12;

type Measure = "revenue" | "orders" | "revenuePerHour";

const measures = () =>
  [
    { value: "revenue", label: m.common.revenue },
    { value: "orders", label: m.common.orders },
    { value: "revenuePerHour", label: m.stopReport.revenue.perHour },
  ] as const;

interface GroupsChartProps {
  report: StopAnalytics;
  hasTrucks: boolean;
}

/** One figure of each stop, place or weekday. Places have long names, so their bars lie below each other. */
export function GroupsChart({ report, hasTrucks }: GroupsChartProps) {
  const { groupBy } = report;
  const [measure, setMeasure] = useState<Measure>("revenue");
  const title = groupingTitle(groupBy);
  const groups = report.groups.filter(({ stop }) => !stop || hasBegun(stop.state));
  const sentence = peakSentence(report, groups, measure);
  const bars = groups.map((group) => barOf(group, measure, hasTrucks));
  const name = measures().find(({ value }) => value === measure)?.label ?? "";
  const drawn = m.analytics.rowTitle({ name, title: title.toLowerCase() });
  return (
    <ChartFigure
      sentence={sentence}
      measures={
        <SegmentedChoice
          label={m.analytics.figureLabel({ title })}
          choices={measures()}
          value={measure}
          onChange={setMeasure}
        />
      }
    >
      {groupBy === "place" ? (
        <PlaceBars groups={groups} measure={measure} hasTrucks={hasTrucks} />
      ) : (
        <BarChart
          title={title}
          label={m.charts.summary({ title: drawn, summary: sentence })}
          bars={bars}
          isMoney={measure !== "orders"}
          markLabel={m.stopReport.average.mark}
        />
      )}
    </ChartFigure>
  );
}

function barOf(group: StopGroup, measure: Measure, hasTrucks: boolean): Bar {
  const { label, name, more } = namesOf(group, hasTrucks);
  const change = compareWithPlace(group);
  const details = [
    ...more,
    formatSum(group.revenue),
    m.analytics.orders.count({ orders: group.orders }),
    ...(group.revenuePerHour === null ? [] : [valueInWords(group, "revenuePerHour")]),
    ...(change ? [change.words] : []),
    ...(group.stop ? [] : [stopsOf(group)]),
  ];
  return {
    key: group.key,
    label,
    name,
    value: group[measure] ?? 0,
    mark: group.placeAverage?.[measure] ?? null,
    details,
  };
}

interface PlaceBarsProps {
  groups: readonly StopGroup[];
  measure: Measure;
  hasTrucks: boolean;
}

function PlaceBars({ groups, measure, hasTrucks }: PlaceBarsProps) {
  const shown = largestFirst(groups, measure).slice(0, MOST_PLACES);
  return (
    <>
      <BarList bars={shown.map((group) => placeBarOf(group, measure, hasTrucks))} />
      {groups.length > shown.length ? (
        <Text measure="column" soft>
          {m.stopReport.largest({ shown: shown.length, places: groups.length })}
        </Text>
      ) : null}
    </>
  );
}

function placeBarOf(group: StopGroup, measure: Measure, hasTrucks: boolean): ListedBar {
  const { name, more } = namesOf(group, hasTrucks);
  return {
    key: group.key,
    name,
    value: group[measure] ?? 0,
    text: valueInWords(group, measure),
    note: [...more, stopsOf(group)].join(" · "),
  };
}

function hasBegun(state: string): boolean {
  return state === "ended" || state === "open";
}

function stopsOf({ stops }: StopGroup): string {
  return m.stopReport.count({ stops });
}

function largestFirst(groups: readonly StopGroup[], measure: Measure): StopGroup[] {
  return [...groups].sort((one, other) => (other[measure] ?? 0) - (one[measure] ?? 0));
}

function peakSentence(
  { groupBy }: StopAnalytics,
  groups: readonly StopGroup[],
  measure: Measure,
): string {
  const [best] = largestFirst(groups, measure);
  if (!best?.[measure])
    return measure === "orders" ? m.analytics.orders.none : m.analytics.noRevenue;
  return m.analytics.best({
    unit: groupingUnit(groupBy).toLowerCase(),
    name: namesOf(best, false).name,
    value: valueInWords(best, measure),
  });
}

function valueInWords(group: StopGroup, measure: Measure): string {
  if (measure === "orders") return m.analytics.orders.count({ orders: group.orders });
  if (measure === "revenue") return formatSum(group.revenue);
  return group.revenuePerHour === null
    ? m.analytics.noData
    : m.stopReport.perHour({ amount: formatSum(group.revenuePerHour) });
}

/** The state of a stop, unless it is over as most stops of a report are. */
function StateBadge({ state }: { state: string }) {
  return state === "ended" ? null : <Badge>{stateLabel(state)}</Badge>;
}
