import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from "recharts";
import { formatSum } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { currentLocale } from "@/messages/language";
import { axisTicks } from "@/staff/reports/analytics/figures/axis";
import type { Measure, Point } from "@/staff/reports/analytics/figures/series";
import styles from "./bars-chart.module.css";

const TICK = { fill: "var(--text-soft)", fontSize: 13 };
const MARGIN = { top: 8, right: 4, bottom: 0, left: 0 };
const compact = (value: number) =>
  value.toLocaleString(currentLocale(), { notation: "compact", maximumFractionDigits: 1 });

interface BarsChartProps {
  points: readonly Point[];
  measure: Measure;
}

/**
 * One bar per point. Drawn for the eye only: the figure around it says the same in words, and its
 * table holds every number for keyboards and screen readers.
 */
export function BarsChart({ points, measure }: BarsChartProps) {
  const isMoney = measure === "revenue";
  const ticks = axisTicks(Math.max(...points.map((point) => point[measure]), 0), !isMoney);
  return (
    <BarChart
      responsive
      className={styles.chart}
      data={points}
      margin={MARGIN}
      accessibilityLayer={false}
      barCategoryGap="12%"
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="label"
        tick={TICK}
        tickLine={false}
        axisLine={{ stroke: "var(--line-control)" }}
        minTickGap={20}
        interval="equidistantPreserveStart"
      />
      <YAxis
        width={52}
        tick={TICK}
        tickLine={false}
        axisLine={false}
        ticks={ticks}
        domain={[0, ticks.at(-1) ?? 0]}
        tickFormatter={(value: number) => (isMoney ? "$" : "") + compact(value)}
      />
      <Tooltip
        isAnimationActive={false}
        cursor={{ fill: "var(--surface-sunken)" }}
        content={({ active, payload }) => {
          const point = active ? (payload?.[0]?.payload as Point | undefined) : undefined;
          return point ? <PointCard point={point} /> : null;
        }}
      />
      <Bar
        dataKey={measure}
        fill="var(--accent)"
        radius={[4, 4, 0, 0]}
        maxBarSize={44}
        isAnimationActive={false}
      />
    </BarChart>
  );
}

function PointCard({ point }: { point: Point }) {
  return (
    <div className={styles.card}>
      <p className={styles.cardTitle}>{point.name}</p>
      <p>{formatSum(point.revenue)}</p>
      <p>{m.staff.reportsAnalytics.orderOrders({ orders: point.orders })}</p>
    </div>
  );
}
