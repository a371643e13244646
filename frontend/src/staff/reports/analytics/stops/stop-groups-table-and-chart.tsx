import { useMemo, useState } from "react";
import type { StopAnalytics, StopFigures, StopGroup, StopGrouping } from "@/domain/api/staff-types";
import { longDay, shortDay } from "@/domain/time/calendar-day";
import { parseTimeOfDay } from "@/domain/time/local-times-and-instants";
import { timeInWords } from "@/domain/time/time-words";
import { formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { currentLocale } from "@/messages/language";
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
} from "@/staff/schedule/stop-figures";
import { Change } from "@/staff/shared/figure-list";
import { withParams } from "@/ui/browser/with-params-and-param-once";
import { type Bar, BarChart, BarList, type ListedBar } from "@/ui/charts/bar-chart";
import { ChartFigure } from "@/ui/charts/chart-or-table-panel";
import { Badge } from "@/ui/content/badge";
import { type Column, Table, useSorting } from "@/ui/content/table";
import { SegmentedChoice } from "@/ui/controls/radio-choices";
import { Stack, Text } from "@/ui/layout";

interface GroupsTableProps {
  report: StopAnalytics;
  hasTrucks: boolean;
}

/** A browser is slow to draw thousands of rows, and no one reads them. */
const ROWS_AT_ONCE = 100;

/** Every figure of every stop, place or weekday, and of all of them together. */
export function GroupsTable({ report, hasTrucks }: GroupsTableProps) {
  const sorting = useSorting();
  const columns = useMemo(() => columnsOf(report, hasTrucks), [report, hasTrucks]);
  return (
    <Table
      caption={m.stopReport.everyFigure({ title: groupingTitle(report.groupBy) })}
      columns={columns}
      rows={report.groups}
      rowKey={({ key }) => key}
      sorting={sorting}
      sticky
      limit={{
        rows: ROWS_AT_ONCE,
        more: (hidden) => m.charts.showMore({ more: Math.min(hidden, ROWS_AT_ONCE), hidden }),
      }}
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

function columnsOf({ groupBy, totals }: StopAnalytics, hasTrucks: boolean): Column<StopGroup>[] {
  const counts = groupBy === "stop" ? [] : stopCounts();
  const compared = groupBy === "stop" ? [comparison()] : [];
  const figures = [...salesFigures(), hoursFigure(), ...counts, ...lostFigures()];
  return [
    {
      key: "name",
      header: groupingUnit(groupBy),
      primary: true,
      cell: (group) => <GroupName group={group} hasTrucks={hasTrucks} />,
      total: m.stopReport.allStops,
    },
    columnOf(revenueFigure(), totals),
    ...compared,
    ...figures.map((figure) => columnOf(figure, totals)),
  ];
}

const comparison = (): Column<StopGroup> => ({
  key: "revenueChange",
  header: m.stopReport.average.title,
  sort: { by: (group) => (compareWithPlace(group) ? (group.revenueChange ?? null) : null) },
  cell: (group) => {
    const change = compareWithPlace(group);
    return change ? <Change change={change} /> : <None />;
  },
  total: <None />,
});

function columnOf(figure: StopFigure, totals: StopFigures): Column<StopGroup> {
  const show = (of: StopFigures | StopGroup) =>
    figure.value(of) === null ? <None /> : showFigure(figure, of, m.stopReport.none);
  return {
    key: figure.key,
    header: figure.heading ?? figure.label,
    sort: { by: figure.value },
    cell: show,
    total: show(totals),
  };
}

function None() {
  return (
    <Text as="span" soft>
      {m.stopReport.none}
    </Text>
  );
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
          label={m.charts.summary({
            title: m.stopReport.drawn[measure][groupBy],
            summary: sentence,
          })}
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
  return m.analytics.best[groupBy]({
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

interface GroupNames {
  /** On the axis: "Nov 21", "Sat". */
  label: string;
  /** "Sat, Nov 21, 2026, Farmers market", "Farmers market", "Saturday". */
  name: string;
  /** What it is called, line by line, and what else tells it from others: its times, the truck where there are several. */
  lines: string[];
  more: string[];
}

/** How a stop, place or weekday is called; the truck too, where the report is about all of them. */
function namesOf(group: StopGroup, hasTrucks: boolean): GroupNames {
  const truck = hasTrucks && group.truckName ? [group.truckName] : [];
  const { stop, weekday } = group;
  const place = group.placeName ?? "";
  if (stop) {
    const name = m.stopReport.dayAndPlace({ day: longDay(stop.date), place });
    const lines = [longDay(stop.date), place];
    return { label: shortDay(stop.date), name, lines, more: [timesOf(stop), ...truck] };
  }
  if (weekday) {
    const name = dayName(weekday, "long");
    return { label: dayName(weekday, "short"), name, lines: [name], more: [] };
  }
  return { label: place, name: place, lines: [place], more: truck };
}

type StopTimes = Pick<NonNullable<StopGroup["stop"]>, "startTime" | "endTime">;

/** 11:00 AM to 2:00 PM */
function timesOf({ startTime, endTime }: StopTimes): string {
  return m.common.hoursFromTo({ from: inWords(startTime), to: inWords(endTime) });
}

function inWords(time: string): string {
  const parsed = parseTimeOfDay(time);
  return parsed ? timeInWords(parsed) : time;
}

const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const DAY_MS = 86_400_000;

/** A Monday. */
const SOME_MONDAY = Date.UTC(2024, 0, 1);

function dayName(code: string, weekday: "short" | "long"): string {
  const day = SOME_MONDAY + WEEKDAYS.indexOf(code) * DAY_MS;
  return new Intl.DateTimeFormat(currentLocale(), { weekday, timeZone: "UTC" }).format(day);
}

export const groupings = () =>
  [
    { value: "stop", label: m.common.stop },
    { value: "place", label: m.common.place },
    { value: "weekday", label: m.stopReport.weekday },
  ] as const;

export function readGrouping(search: URLSearchParams): StopGrouping {
  const asked = search.get("by");
  return groupings().find(({ value }) => value === asked)?.value ?? "stop";
}

export function writeGrouping(search: URLSearchParams, grouping: StopGrouping): URLSearchParams {
  return withParams(search, { by: grouping });
}

export function groupingTitle(grouping: StopGrouping): string {
  const titles = {
    stop: m.stopReport.byStop,
    place: m.stopReport.byPlace,
    weekday: m.stopReport.byWeekday,
  };
  return titles[grouping];
}

function groupingUnit(grouping: StopGrouping): string {
  return groupings().find(({ value }) => value === grouping)?.label ?? "";
}
