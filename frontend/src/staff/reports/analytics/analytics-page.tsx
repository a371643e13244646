import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { Analytics } from "@/domain/api/staff-types";
import { presentTime } from "@/domain/time/server-clock";
import { dayInZone } from "@/domain/time/wall-clock";
import { formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import {
  readGrouping,
  writeGrouping,
} from "@/staff/reports/analytics/stops/stop-groups-table-and-chart";
import { StopsReport } from "@/staff/reports/analytics/stops/stops-and-lost-demand-report";
import {
  type AnalyticsFilter,
  analyticsQuery,
  downloadAnalytics,
  downloadStops,
} from "@/staff/reports/api";
import { type Figure, FigureList } from "@/staff/shared/figure-list";
import {
  compareAmounts,
  compareMinutes,
  compareShares,
  formatCount,
  formatMinutes,
  formatShare,
} from "@/staff/shared/figure-words";
import {
  PeriodPicker,
  previousLabel,
  readPeriod,
  writePeriod,
} from "@/staff/shared/period-picker-and-address";
import { ScopedPage } from "@/staff/shell/truck-page-frame";
import { withParams } from "@/ui/browser/with-params-and-param-once";
import { type Bar, BarChart } from "@/ui/charts/bar-chart";
import { ChartPanel } from "@/ui/charts/chart-or-table-panel";
import { Table } from "@/ui/content/table";
import { DownloadButton } from "@/ui/controls/download-button";
import { SegmentedChoice } from "@/ui/controls/radio-choices";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Row, Stack, Text } from "@/ui/layout";
import styles from "./analytics.module.css";
import { dayPoints, hourPoints, type Measure, type Point, peakOf } from "./chart-points";
import { AnalyticsSkeleton, LoadedReport } from "./loaded-report";

export function AnalyticsPage() {
  return (
    <ScopedPage title={m.common.analytics} skeleton={<AnalyticsSkeleton />}>
      {(truckId, timezone) => (
        <AnalyticsReport key={truckId} truckId={truckId} timezone={timezone} />
      )}
    </ScopedPage>
  );
}

interface AnalyticsReportProps {
  truckId: string | null;
  timezone: string;
}

/** What was sold in a period, over time or by stop, on the screen and as a file. */
function AnalyticsReport({ truckId, timezone }: AnalyticsReportProps) {
  const [search, setSearch] = useSearchParams();
  const today = dayInZone(presentTime(), timezone);
  const period = readPeriod(search, today);
  const view = readView(search);
  const filter = { truckId, from: period.from, to: period.to };
  const byStop = { ...filter, groupBy: readGrouping(search) };
  const download = () => (view === "stops" ? downloadStops(byStop) : downloadAnalytics(filter));
  return (
    <Stack gap={8} shrinks className={styles.report}>
      <Row gap={3} align="start" justify="between">
        <SegmentedChoice
          label={m.stopReport.label}
          choices={views()}
          value={view}
          onChange={(next) => setSearch((present) => writeView(present, next))}
        />
        <PeriodPicker
          period={period}
          today={today}
          onChange={(next) => setSearch((present) => writePeriod(present, next))}
        />
        <DownloadButton
          load={download}
          fallbackName={view === "stops" ? "stops.csv" : "analytics.csv"}
        >
          {m.common.exportCsv}
        </DownloadButton>
      </Row>
      {view === "stops" ? (
        <StopsReport
          filter={byStop}
          onGroupBy={(next) => setSearch((present) => writeGrouping(present, next))}
        />
      ) : (
        <SalesReport filter={filter} />
      )}
    </Stack>
  );
}

/** Which report the address asks for, and what the stops are summed up by. */
type View = "sales" | "stops";

const views = () =>
  [
    { value: "sales", label: m.stopReport.overview },
    { value: "stops", label: m.stopReport.byStop },
  ] as const;

function readView(search: URLSearchParams): View {
  return search.get("view") === "stops" ? "stops" : "sales";
}

function writeView(search: URLSearchParams, view: View): URLSearchParams {
  return withParams(search, { by: null, view: view === "stops" ? view : null });
}

/** What was sold, when, and how that compares. */
function SalesReport({ filter }: { filter: AnalyticsFilter }) {
  const query = useQuery(analyticsQuery(filter));
  return (
    <LoadedReport query={query}>
      {(report) =>
        isEmpty(report) ? (
          <EmptyState title={m.analytics.empty} description={m.analytics.emptyHint} />
        ) : (
          <Figures report={report} />
        )
      }
    </LoadedReport>
  );
}

function Figures({ report }: { report: Analytics }) {
  return (
    <>
      <Text soft tabular className={styles.scope}>
        {previousLabel(report, report.previous.orders > 0)}
      </Text>
      <Totals report={report} />
      {report.from === report.to ? null : (
        <Breakdown title={m.analytics.byDay} unit="day" points={dayPoints(report)} />
      )}
      <Breakdown title={m.analytics.byHour} unit="hour" points={hourPoints(report)} />
      <TopItems items={report.topItems} />
    </>
  );
}

function isEmpty({ totals }: Analytics): boolean {
  return totals.orders === 0 && totals.cancelledShare === 0;
}

/** The figures of the period, each against the one before if anything was sold then. */
function Totals({ report }: { report: Analytics }) {
  const hasPrevious = report.previous.orders > 0;
  const figures = figuresOf(report);
  return (
    <FigureList
      figures={hasPrevious ? figures : figures.map(({ label, value }) => ({ label, value }))}
    />
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
    amount(m.common.revenue, totals.revenue, previous.revenue, formatSum),
    amount(m.common.orders, totals.orders, previous.orders, formatCount),
    amount(m.analytics.totals.average, totals.averageOrder, previous.averageOrder, formatSum),
    ...(totals.tips || previous.tips
      ? [amount(m.analytics.totals.tips, totals.tips, previous.tips, formatSum)]
      : []),
    ...(totals.discounts || previous.discounts
      ? [amount(m.common.discounts, totals.discounts, previous.discounts, formatSum)]
      : []),
    amount(m.analytics.totals.itemsSold, totals.itemsSold, previous.itemsSold, formatCount),
    {
      label: m.analytics.totals.timeToReady,
      value: formatMinutes(totals.medianMinutesToReady),
      change: compareMinutes(totals.medianMinutesToReady, previous.medianMinutesToReady),
    },
    share(m.common.orderCancelled, totals.cancelledShare, previous.cancelledShare),
    share(m.common.orderRefunded, totals.refundedShare, previous.refundedShare),
  ];
}

const measures = () =>
  [
    { value: "revenue", label: m.common.revenue },
    { value: "orders", label: m.common.orders },
  ] as const;

interface BreakdownProps {
  title: string;
  unit: "day" | "hour";
  points: readonly Point[];
}

/** Revenue and orders split up, as a chart or as the table behind it. */
function Breakdown({ title, unit, points }: BreakdownProps) {
  const [measure, setMeasure] = useState<Measure>("revenue");
  const sentence = peakMessage(points, measure, unit);
  const drawn = m.analytics.drawn[unit][measure];
  return (
    <ChartPanel
      title={title}
      sentence={sentence}
      measures={
        <SegmentedChoice
          label={m.analytics.figureLabel({ title })}
          choices={measures()}
          value={measure}
          onChange={setMeasure}
        />
      }
      chart={
        <BarChart
          title={title}
          label={m.charts.summary({ title: drawn, summary: sentence })}
          bars={points.map((point) => barOf(point, measure))}
          isMoney={measure === "revenue"}
        />
      }
      table={<PointTable title={title} unit={unit} points={points} />}
    />
  );
}

function barOf(point: Point, measure: Measure): Bar {
  const { key, label, name, revenue, orders } = point;
  return {
    key,
    label,
    name,
    value: point[measure],
    details: [formatSum(revenue), m.analytics.orders.count({ orders })],
  };
}

function PointTable({ title, unit, points }: BreakdownProps) {
  return (
    <Table
      caption={title}
      columns={[
        {
          key: "name",
          header: unit === "day" ? m.common.day : m.analytics.hour,
          primary: true,
          cell: ({ name }) => name,
        },
        {
          key: "orders",
          header: m.common.orders,
          align: "end",
          cell: ({ orders }) => orders,
        },
        {
          key: "revenue",
          header: m.common.revenue,
          align: "end",
          cell: ({ revenue }) => formatSum(revenue),
        },
      ]}
      rows={points}
      rowKey={({ key }) => key}
    />
  );
}

function peakMessage(
  points: readonly Point[],
  measure: Measure,
  unit: BreakdownProps["unit"],
): string {
  const peak = peakOf(points, measure);
  if (!peak) return measure === "revenue" ? m.analytics.noRevenue : m.analytics.orders.none;
  const value =
    measure === "revenue"
      ? formatSum(peak.revenue)
      : m.analytics.orders.count({ orders: peak.orders });
  return m.analytics.best[unit]({ name: peak.name, value });
}

type TopItem = Analytics["topItems"][number];

/** What sold best, by name as it was when it was sold. */
function TopItems({ items }: { items: readonly TopItem[] }) {
  const most = Math.max(...items.map(({ quantity }) => quantity), 1);
  return (
    <Stack as="section" gap={3} shrinks aria-labelledby="top-items" className={styles.section}>
      <Text as="h2" size="xl" id="top-items">
        {m.analytics.items.title}
      </Text>
      <Table
        caption={m.analytics.items.title}
        columns={[
          {
            key: "name",
            header: m.common.item,
            primary: true,
            cell: (item) => <NameWithBar item={item} share={item.quantity / most} />,
          },
          {
            key: "sold",
            header: m.analytics.items.sold,
            align: "end",
            cell: ({ quantity }) => quantity,
          },
          {
            key: "revenue",
            header: m.analytics.items.revenue,
            align: "end",
            cell: ({ revenue }) => formatSum(revenue),
          },
        ]}
        rows={items}
        rowKey={(item) => item.menuItemId ?? item.name}
        empty={<Text soft>{m.analytics.items.empty}</Text>}
      />
    </Stack>
  );
}

/** The bar repeats the number beside it, for the eye. */
function NameWithBar({ item, share }: { item: TopItem; share: number }) {
  return (
    <Stack gap={1} breaks className={styles.name}>
      {item.name}
      <span aria-hidden="true" className={styles.track}>
        <span className={styles.bar} style={{ inlineSize: `${share * 100}%` }} />
      </span>
    </Stack>
  );
}
