import { type ReactNode, useId, useState } from "react";
import { messages as m } from "@/messages";
import { SegmentedChoice } from "@/ui/controls/radio-choices";
import { Row, Stack, Text } from "@/ui/layout";
import styles from "./charts.module.css";

type View = "chart" | "table";

const views = () =>
  [
    { value: "chart", label: m.charts.chart },
    { value: "table", label: m.charts.table },
  ] as const;

interface ChartPanelProps {
  title: string;
  /** What the chart shows, in a sentence. */
  sentence: string;
  /** Chooses what the chart shows. */
  measures?: ReactNode;
  chart: ReactNode;
  /** The same numbers as a table. */
  table: ReactNode;
}

/** A chart that can be read as the table behind it. */
export function ChartPanel({ title, sentence, measures = null, chart, table }: ChartPanelProps) {
  const id = useId();
  const [view, setView] = useState<View>("chart");
  return (
    <Stack as="section" gap={3} shrinks aria-labelledby={id} className={styles.section}>
      <Row as="header" gap={3} align="center" justify="between">
        <Text as="h2" size="xl" id={id}>
          {title}
        </Text>
        <Row gap={2}>
          {view === "chart" ? measures : null}
          <SegmentedChoice
            label={m.charts.view({ title })}
            choices={views()}
            value={view}
            onChange={setView}
          />
        </Row>
      </Row>
      {view === "chart" ? (
        <ChartFigure sentence={sentence}>{chart}</ChartFigure>
      ) : (
        <section
          aria-label={m.charts.tableOf({ title })}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard has to scroll what a mouse can.
          tabIndex={0}
          className={styles.table}
        >
          {table}
        </section>
      )}
    </Stack>
  );
}

interface ChartFigureProps {
  sentence: string;
  measures?: ReactNode;
  children: ReactNode;
}

/** A chart below its sentence, for a section that has the table beside it. */
export function ChartFigure({ sentence, measures, children }: ChartFigureProps) {
  return (
    <Stack as="figure" gap={3} items="start" shrinks className={styles.figure}>
      {measures}
      <Text as="figcaption" soft tabular>
        {sentence}
      </Text>
      {children}
    </Stack>
  );
}
