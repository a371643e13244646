import { useState } from "react";
import { formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { type Bar, BarChart } from "@/ui/charts/bar-chart";
import { ChartPanel } from "@/ui/charts/chart-panel";
import { DataTable } from "@/ui/content/data-table";
import { SegmentedChoice } from "@/ui/controls/choices";
import { type Measure, type Point, peakOf } from "./series";

const measures = () =>
  [
    { value: "revenue", label: m.common.revenue },
    { value: "orders", label: m.common.orders },
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
  const name = measure === "revenue" ? m.common.revenue : m.common.orders;
  const drawn = m.analytics.rowTitle({ name, title: title.toLowerCase() });
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
    <DataTable
      caption={title}
      columns={[
        { key: "name", header: unit, primary: true, cell: ({ name }) => name },
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

function peakMessage(points: readonly Point[], measure: Measure, unit: string): string {
  const peak = peakOf(points, measure);
  if (!peak) return measure === "revenue" ? m.analytics.noRevenue : m.analytics.orders.none;
  const value =
    measure === "revenue"
      ? formatSum(peak.revenue)
      : `${peak.orders} ${m.analytics.orders.word({ orders: peak.orders })}`;
  return m.analytics.best({ unit: unit.toLowerCase(), name: peak.name, value });
}
