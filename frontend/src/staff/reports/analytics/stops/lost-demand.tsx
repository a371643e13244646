import { useState } from "react";
import type { StopAnalytics } from "@/domain/api/staff-types";
import { messages as m } from "@/messages";
import styles from "@/staff/reports/analytics/analytics.module.css";
import { hourLabel, hourName } from "@/staff/reports/analytics/chart-points";
import { allLost, type LostKind, lostKinds } from "@/staff/schedule/stop-figures";
import { FigureList } from "@/staff/shared/figure-list";
import { formatCount } from "@/staff/shared/figure-words";
import { BarChart } from "@/ui/charts/bar-chart";
import { ChartPanel } from "@/ui/charts/chart-panel";
import { Table } from "@/ui/content/table";
import { SegmentedChoice } from "@/ui/controls/choices";
import { Stack, Text } from "@/ui/layout";

type Hour = StopAnalytics["lostDemandByHour"][number];

/** What customers wanted and did not get, by reason and by hour of the day. */
export function LostDemand({ report }: { report: StopAnalytics }) {
  const { lostDemand } = report;
  const figures = lostKinds().map(({ kind, label, meaning }) => ({
    label,
    value: formatCount(lostDemand[kind]),
    note: meaning,
  }));
  return (
    <>
      <Stack
        as="section"
        gap={4}
        shrinks
        aria-labelledby="lost-demand"
        className={styles.stopsReportSection}
      >
        <Text as="h2" size="xl" id="lost-demand">
          {m.stopReport.lost.title}
        </Text>
        <Text measure="column" soft>
          {allLost(lostDemand) > 0 ? m.stopReport.lost.lead : m.stopReport.lost.empty}
        </Text>
        {allLost(lostDemand) > 0 ? <FigureList figures={figures} layout="row" /> : null}
      </Stack>
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
