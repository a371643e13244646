import type { StopAnalytics, StopFigures, StopGroup } from "@/domain/api/admin-types";
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
  stopCounts,
} from "@/staff/schedule/result/stop-figures";
import { Change } from "@/staff/shared/figures/change";
import { type FigureColumn, FiguresTable } from "@/ui/content/figures-table";
import { Stack, Text } from "@/ui/layout";
import { namesOf } from "./group-names";
import { groupingTitle, groupingUnit } from "./grouping";
import { StateBadge } from "./state-badge";

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
