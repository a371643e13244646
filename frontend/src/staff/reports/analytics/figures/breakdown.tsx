import { useState } from "react";
import { formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { type Bar, BarChart } from "@/ui/charts/bar-chart";
import { ChartPanel } from "@/ui/charts/chart-panel";
import { DataTable } from "@/ui/content/data-table";
import { SegmentedChoice } from "@/ui/controls/choices/segmented-choice";
import { type Measure, type Point, peakOf } from "./series";

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
  const [measure, setMeasure] = useState<Measure>("revenue");
  const sentence = peakMessage(points, measure, unit);
  const name =
    measure === "revenue" ? m.staff.reportsAnalytics.revenue : m.staff.reportsAnalytics.orders;
  const drawn = m.staff.reportsAnalytics.inOf({ name, title: title.toLowerCase() });
  return (
    <ChartPanel
      title={title}
      sentence={sentence}
      measures={
        <SegmentedChoice
          label={m.staff.reportsAnalytics.figure({ title })}
          choices={measures()}
          value={measure}
          onChange={setMeasure}
        />
      }
      chart={
        <BarChart
          title={title}
          label={m.ui.charts.barChart({ drawn, sentence })}
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
    details: [formatSum(revenue), m.staff.reportsAnalytics.orderOrders({ orders })],
  };
}

function PointTable({ title, unit, points }: BreakdownProps) {
  return (
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
