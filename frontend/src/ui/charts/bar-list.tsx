import { Stack, Text } from "@/ui/layout";
import styles from "./charts.module.css";

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
