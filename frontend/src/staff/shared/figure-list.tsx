import { classNames } from "@/ui/class-names";
import { Row, Text } from "@/ui/layout";
import type { Comparison } from "./figure-words";
import styles from "./shared.module.css";

export interface Figure {
  label: string;
  value: string;
  /** How the figure compares, where there is something to compare it with. */
  change?: Comparison | null;
  /** What else there is to know about it. */
  note?: string | null;
}

interface FigureListProps {
  figures: readonly Figure[];
  /** With the first one set large, on a page or in a drawer, or all alike, in a row or two by two. */
  layout?: "page" | "drawer" | "row" | "pairs";
}

/** Figures side by side, each with its change. */
export function FigureList({ figures, layout = "page" }: FigureListProps) {
  const hasHeadline = layout === "page" || layout === "drawer";
  const isOfFour = layout === "page" && columnsFor(figures.length - 1) === 4;
  return (
    <dl className={classNames(styles.totals, styles[layout], isOfFour && styles.four)}>
      {figures.map((figure, place) => (
        <div
          key={figure.label}
          className={place === 0 && hasHeadline ? styles.headline : styles.figure}
        >
          <Text as="dt" soft size="s">
            {figure.label}
          </Text>
          <Text
            as="dd"
            size="xl"
            weight={750}
            face="display"
            leading={1.15}
            tabular
            breaks
            className={styles.value}
          >
            {figure.value}
          </Text>
          {figure.change ? (
            <dd>
              <Change change={figure.change} />
            </dd>
          ) : null}
          {figure.note ? (
            <Text as="dd" soft size="s">
              {figure.note}
            </Text>
          ) : null}
        </div>
      ))}
    </dl>
  );
}

/** Three columns or four on a wide page, so that none of so many figures stands alone in the last row. */
export function columnsFor(count: number): 3 | 4 {
  if (count % 3 === 0) return 3;
  return count % 4 === 0 || count % 3 === 1 ? 4 : 3;
}

const ARROWS = { up: "M5 15l7-7 7 7", down: "M5 9l7 7 7-7", same: "M5 12h14" };

/** A change in words; arrow and colour only repeat them. */
export function Change({ change }: { change: Comparison }) {
  const tone = change.isGood === null ? undefined : change.isGood ? styles.good : styles.bad;
  return (
    <Row as="span" inline gap={1} align="baseline" oneLine soft size="s" tabular className={tone}>
      <svg aria-hidden="true" viewBox="0 0 24 24" className={styles.arrow}>
        <path d={ARROWS[change.direction]} />
      </svg>
      {change.words}
    </Row>
  );
}
