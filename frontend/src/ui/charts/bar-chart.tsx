import { type CSSProperties, type KeyboardEvent, type PointerEvent, useState } from "react";
import { messages as m } from "@/messages";
import { currentLocale } from "@/messages/language";
import { classNames } from "@/ui/class-names";
import { Stack, Text } from "@/ui/layout";
import styles from "./charts.module.css";

export interface Bar {
  key: string;
  /** On the axis: "Nov 21", "6 PM". */
  label: string;
  /** Heads the card of the bar: "Sat, Nov 21, 2026". */
  name: string;
  value: number;
  /** What the value is compared with: a line across the bar. */
  mark?: number | null;
  /** The lines of the card. */
  details: readonly string[];
}

interface BarChartProps {
  title: string;
  /** What is drawn and what it shows, for those who do not see it. */
  label: string;
  bars: readonly Bar[];
  /** Dollars; otherwise things that are counted. */
  isMoney: boolean;
  /** What the marks are, if there are any. */
  markLabel?: string;
}

/** How much of its slot a bar fills. */
const FILLED = 0.78;

const compact = (value: number) =>
  value.toLocaleString(currentLocale(), { notation: "compact", maximumFractionDigits: 1 });
const percent = (share: number) => `${share * 100}%`;

/** One bar per value, side by side. Pointer and arrow keys go from bar to bar and read its numbers. */
export function BarChart({ title, label, bars, isMoney, markLabel }: BarChartProps) {
  const pointed = usePointedBar(bars.length);
  const ticks = axisTicks(tallest(bars), !isMoney);
  const top = ticks.at(-1) ?? 1;
  return (
    <div className={styles.chart} style={{ "--bars": bars.length } as CSSProperties}>
      <Scale ticks={ticks} top={top} isMoney={isMoney} />
      <div className={styles.plot}>
        <svg role="img" aria-label={label} className={styles.drawing}>
          <Slot place={pointed.place} count={bars.length} />
          <Lines ticks={ticks} top={top} />
          <Columns bars={bars} top={top} />
          <Marks bars={bars} top={top} />
        </svg>
        <BarReader title={title} bars={bars} pointed={pointed} />
      </div>
      <Labels bars={bars} />
      {markLabel && bars.some(({ mark }) => mark != null) ? (
        <p className={styles.legend}>{markLabel}</p>
      ) : null}
    </div>
  );
}

function tallest(bars: readonly Bar[]): number {
  return bars.reduce((most, { value, mark }) => Math.max(most, value, mark ?? 0), 0);
}

interface OfAxis {
  ticks: readonly number[];
  top: number;
}

function Scale({ ticks, top, isMoney }: OfAxis & { isMoney: boolean }) {
  return (
    <div aria-hidden="true" className={styles.scale}>
      {ticks.map((tick) => (
        <span key={tick} className={styles.tick} style={{ bottom: percent(tick / top) }}>
          {(isMoney ? "$" : "") + compact(tick)}
        </span>
      ))}
    </div>
  );
}

function Lines({ ticks, top }: OfAxis) {
  return ticks.map((tick) => {
    const y = percent(1 - tick / top);
    const name = tick === 0 ? styles.base : styles.line;
    return <line key={tick} className={name} x1="0" x2="100%" y1={y} y2={y} />;
  });
}

/** The slot of the bar that is pointed at. */
function Slot({ place, count }: { place: number | null; count: number }) {
  if (place === null) return null;
  return (
    <rect
      className={styles.pointed}
      x={percent(place / count)}
      width={percent(1 / count)}
      height="100%"
    />
  );
}

interface OfBars {
  bars: readonly Bar[];
  top: number;
}

/** Each bar goes on below the base line, where the drawing ends: only its upper corners are round. */
function Columns({ bars, top }: OfBars) {
  return (
    <svg aria-hidden="true">
      {bars.map(({ key, value }, place) => (
        <rect
          key={key}
          className={styles.bar}
          x={percent((place + (1 - FILLED) / 2) / bars.length)}
          y={percent(1 - value / top)}
          width={percent(FILLED / bars.length)}
          height="110%"
          rx="3"
        />
      ))}
    </svg>
  );
}

/** Each mark has an edge in the color of the page, which parts it from the bar behind. */
function Marks({ bars, top }: OfBars) {
  return bars.map(({ key, mark }, place) => {
    if (mark == null) return null;
    const y = percent(1 - mark / top);
    const ends = {
      x1: percent((place + 0.02) / bars.length),
      x2: percent((place + 0.98) / bars.length),
    };
    return (
      <g key={key}>
        <line className={styles.edge} {...ends} y1={y} y2={y} />
        <line className={styles.mark} {...ends} y1={y} y2={y} />
      </g>
    );
  });
}

function Labels({ bars }: { bars: readonly Bar[] }) {
  const { phone, screen } = labelSteps(bars.map(({ label }) => label));
  const steps = { "--phone": phone, "--screen": screen } as CSSProperties;
  return (
    <div aria-hidden="true" className={styles.labels} style={steps}>
      <div className={styles.axis}>
        {bars.map(({ key, label }, place) =>
          place % screen === 0 ? (
            <span
              key={key}
              className={classNames(styles.label, place % phone !== 0 && styles.screenOnly)}
              style={{ "--middle": percent((place + 0.5) / bars.length) } as CSSProperties}
            >
              {label}
            </span>
          ) : null,
        )}
      </div>
    </div>
  );
}

interface BarReaderProps {
  title: string;
  bars: readonly Bar[];
  pointed: PointedBar;
}

/** Lies over the bars. To a screen reader it is a slider, whose value is the text of a bar. */
function BarReader({ title, bars, pointed }: BarReaderProps) {
  const { place, handlers } = pointed;
  const bar = bars[place ?? 0];
  if (!bar) return null;
  const { name, details } = bar;
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={m.charts.barByBar({ title })}
      aria-valuemin={1}
      aria-valuemax={bars.length}
      aria-valuenow={(place ?? 0) + 1}
      aria-valuetext={m.charts.bar({ name, details })}
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
      <Text weight={700}>{bar.name}</Text>
      {bar.details.map((detail) => (
        <p key={detail}>{detail}</p>
      ))}
    </div>
  );
}

interface PointedBar {
  /** Which bar is pointed at, from 0; null for none. */
  place: number | null;
  handlers: {
    onPointerDown: (event: PointerEvent) => void;
    onPointerMove: (event: PointerEvent) => void;
    onPointerLeave: (event: PointerEvent) => void;
    onFocus: () => void;
    onBlur: () => void;
    onKeyDown: (event: KeyboardEvent) => void;
  };
}

/** The bar that the pointer is over, or that arrow keys, Home and End have come to. */
function usePointedBar(count: number): PointedBar {
  const [pointed, setPlace] = useState<number | null>(null);
  // Another period may have fewer bars.
  const place = pointed === null || pointed < count ? pointed : null;
  const point = (event: PointerEvent) => setPlace(placeUnder(event, count));

  function handleKeyDown(event: KeyboardEvent) {
    const next = event.key === "Escape" ? null : placeAfter(event.key, place ?? 0, count);
    if (next === undefined) return;
    event.preventDefault();
    setPlace(next);
  }

  return {
    place,
    handlers: {
      onPointerDown: point,
      onPointerMove: point,
      // A finger that is lifted leaves as well; what it has tapped stays until another tap. What the keyboard has
      // come to stays when the page moves away under the mouse.
      onPointerLeave: ({ pointerType, currentTarget }) => {
        if (pointerType === "mouse" && !currentTarget.matches(":focus-visible")) setPlace(null);
      },
      onFocus: () => setPlace((present) => present ?? 0),
      onBlur: () => setPlace(null),
      onKeyDown: handleKeyDown,
    },
  };
}

function placeUnder({ clientX, currentTarget }: PointerEvent, count: number): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  const place = width > 0 ? Math.floor(((clientX - left) / width) * count) : 0;
  return Math.min(Math.max(place, 0), count - 1);
}

/** Where a key leads to; undefined for every other key. */
function placeAfter(key: string, place: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: place - 1,
    ArrowDown: place - 1,
    ArrowRight: place + 1,
    ArrowUp: place + 1,
    Home: 0,
    End: count - 1,
  };
  const next = steps[key];
  return next === undefined ? undefined : Math.min(Math.max(next, 0), count - 1);
}

export interface ListedBar {
  key: string;
  name: string;
  value: number;
  /** The value as people read it. */
  text: string;
  /** A line below the bar. */
  note?: string | null;
}

interface BarListProps {
  bars: readonly ListedBar[];
  /** The value of a bar that is as long as the list is wide; the largest one unless told. */
  longest?: number;
}

/** Bars below each other, for names that are too long to stand side by side. The bars repeat the numbers for the eye. */
export function BarList({ bars, longest }: BarListProps) {
  const whole = longest ?? bars.reduce((most, { value }) => Math.max(most, value), 0);
  return (
    <Stack as="ol" gap={4} measure="column">
      {bars.map(({ key, name, value, text, note }) => (
        <Stack key={key} as="li" gap={4} rowGap={1} columns="fill-auto">
          <Text as="span" weight={650} breaks>
            {name}
          </Text>{" "}
          <Text as="span" tabular textAlign="end">
            {text}
          </Text>
          <svg aria-hidden="true" className={styles.barListDrawing}>
            <rect
              className={styles.barListBar}
              width={`${whole > 0 ? (value / whole) * 100 : 0}%`}
              rx="4"
            />
          </svg>
          {note ? (
            <Text as="span" wide soft size="s">
              {note}
            </Text>
          ) : null}
        </Stack>
      ))}
    </Stack>
  );
}

const MOST_STEPS = 4;
const ROUND = [1, 2, 5, 10];

/** Round values from nought to above the tallest bar; whole ones where things are counted. */
export function axisTicks(tallest: number, isCount: boolean): number[] {
  const rough = Math.max(tallest, isCount ? MOST_STEPS : 1) / MOST_STEPS;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const factor = ROUND.find((round) => round * magnitude >= rough) ?? 10;
  const step = Math.max(factor * magnitude, isCount ? 1 : 0);
  const steps = Math.max(1, Math.ceil(tallest / step));
  return Array.from({ length: steps + 1 }, (_, place) => place * step);
}

/** Pixels that the labels may take of the narrowest phone, and about what one takes. */
const PHONE_WIDTH = 270;
const widthOf = (characters: number) => characters * 7 + 12;
const MOST_ON_A_SCREEN = 12;

/** Every how many bars have a label, so that labels do not touch. The phone's are some of the screen's. */
export function labelSteps(labels: readonly string[]): { phone: number; screen: number } {
  const bars = labels.length;
  const longest = labels.reduce((most, { length }) => Math.max(most, length), 0);
  const mostOnPhone = Math.max(1, Math.floor(PHONE_WIDTH / widthOf(longest)));
  const screen = Math.max(1, Math.ceil(bars / MOST_ON_A_SCREEN));
  const phone = screen * Math.max(1, Math.ceil(bars / screen / mostOnPhone));
  return { phone, screen };
}
