import { messages as m } from "@/messages";
import type { Bar } from "./bar-chart";
import styles from "./bar-chart.module.css";
import type { PointedBar } from "./use-pointed-bar";

interface BarReaderProps {
  title: string;
  bars: readonly Bar[];
  pointed: PointedBar;
}

/** Lies over the bars. To a screen reader it is a slider, whose value is the text of a bar. */
export function BarReader({ title, bars, pointed }: BarReaderProps) {
  const { place, handlers } = pointed;
  const bar = bars[place ?? 0];
  if (!bar) return null;
  const { name, details } = bar;
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={m.ui.charts.barByBar({ title })}
      aria-valuemin={1}
      aria-valuemax={bars.length}
      aria-valuenow={(place ?? 0) + 1}
      aria-valuetext={m.ui.charts.barText({ name, details })}
      className={styles.reader}
      {...handlers}
    >
      {place === null ? null : <Card bar={bar} middle={(place + 0.5) / bars.length} />}
    </div>
  );
}

/** The numbers of the bar that is pointed at; it leans inward, so that it stays in sight at both ends. */
function Card({ bar, middle }: { bar: Bar; middle: number }) {
  return (
    <div
      aria-hidden="true"
      className={styles.card}
      style={{ left: `${middle * 100}%`, transform: `translateX(${-middle * 100}%)` }}
    >
      <p className={styles.cardTitle}>{bar.name}</p>
      {bar.details.map((detail) => (
        <p key={detail}>{detail}</p>
      ))}
    </div>
  );
}
