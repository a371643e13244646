import { lazy, Suspense, useId, useState } from "react";
import { formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { DataTable } from "@/ui/content/data-table";
import { SegmentedChoice } from "@/ui/controls/segmented-choice";
import { Skeleton } from "@/ui/feedback/skeleton";
import styles from "./breakdown.module.css";
import { type Measure, type Point, peakOf } from "./series";

// The charts' library is heavier than the whole rest of the page.
const BarsChart = lazy(() =>
  import("@/staff/reports/analytics/bars-chart").then((module) => ({ default: module.BarsChart })),
);

const views = () =>
  [
    { value: "chart", label: m.staff.reportsAnalytics.chart },
    { value: "table", label: m.staff.reportsAnalytics.table },
  ] as const;
const measures = () =>
  [
    { value: "revenue", label: m.staff.reportsAnalytics.revenue },
    { value: "orders", label: m.staff.reportsAnalytics.orders },
  ] as const;

interface BreakdownProps {
  title: string;
  /** "Day", "Hour" */
  unit: string;
  points: readonly Point[];
}

/** Revenue and orders split up, as a chart or as the table behind it. */
export function Breakdown({ title, unit, points }: BreakdownProps) {
  const id = useId();
  const [view, setView] = useState<"chart" | "table">("chart");
  const [measure, setMeasure] = useState<Measure>("revenue");
  return (
    <section aria-labelledby={id} className={styles.section}>
      <header className={styles.header}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <div className={styles.switches}>
          {view === "chart" ? (
            <SegmentedChoice
              label={m.staff.reportsAnalytics.figure({ title })}
              choices={measures()}
              value={measure}
              onChange={setMeasure}
            />
          ) : null}
          <SegmentedChoice
            label={m.staff.reportsAnalytics.view({ title })}
            choices={views()}
            value={view}
            onChange={setView}
          />
        </div>
      </header>
      {view === "chart" ? (
        <ChartView title={title} unit={unit} points={points} measure={measure} />
      ) : (
        <TableView title={title} unit={unit} points={points} />
      )}
    </section>
  );
}

function ChartView({ title, unit, points, measure }: BreakdownProps & { measure: Measure }) {
  const sentence = peakMessage(points, measure, unit);
  const name =
    measure === "revenue" ? m.staff.reportsAnalytics.revenue : m.staff.reportsAnalytics.orders;
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>{sentence}</figcaption>
      <div
        role="img"
        aria-label={m.staff.reportsAnalytics.barChart({
          name,
          title: title.toLowerCase(),
          sentence,
        })}
      >
        <Suspense fallback={<Skeleton width="100%" height="17.5rem" />}>
          <BarsChart points={points} measure={measure} />
        </Suspense>
      </div>
    </figure>
  );
}

function TableView({ title, unit, points }: BreakdownProps) {
  return (
    <section
      aria-label={m.staff.reportsAnalytics.table2({ title })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard has to scroll what a mouse can.
      tabIndex={0}
      className={styles.table}
    >
      <DataTable
        caption={title}
        columns={[
          { key: "name", header: unit, primary: true, cell: ({ name }) => name },
          {
            key: "orders",
            header: m.staff.reportsAnalytics.orders,
            align: "end",
            cell: ({ orders }) => orders,
          },
          {
            key: "revenue",
            header: m.staff.reportsAnalytics.revenue,
            align: "end",
            cell: ({ revenue }) => formatSum(revenue),
          },
        ]}
        rows={points}
        rowKey={({ key }) => key}
      />
    </section>
  );
}

function peakMessage(points: readonly Point[], measure: Measure, unit: string): string {
  const peak = peakOf(points, measure);
  if (!peak)
    return measure === "revenue"
      ? m.staff.reportsAnalytics.noRevenueInThisPeriod
      : m.staff.reportsAnalytics.noOrders;
  const value =
    measure === "revenue"
      ? formatSum(peak.revenue)
      : `${peak.orders} ${m.staff.reportsAnalytics.orderOrders2({ orders: peak.orders })}`;
  return m.staff.reportsAnalytics.bestWith({ unit: unit.toLowerCase(), name: peak.name, value });
}
