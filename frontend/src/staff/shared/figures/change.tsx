import styles from "@/staff/shared/shared.module.css";
import { Row } from "@/ui/layout";
import type { Comparison } from "./comparison";

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
