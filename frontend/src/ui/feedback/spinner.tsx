import { Row } from "@/ui/layout";
import styles from "./spinner.module.css";

/** For waits without a known shape; the label is read aloud and can be shown. */
export function Spinner({ label, showLabel = false }: { label: string; showLabel?: boolean }) {
  return (
    <Row as="span" inline gap={3} align="center" oneLine role="status">
      <span aria-hidden="true" className={styles.ring} />
      <span className={showLabel ? undefined : "visually-hidden"}>{label}</span>
    </Row>
  );
}
