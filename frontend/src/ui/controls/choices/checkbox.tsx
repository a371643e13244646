import styles from "./checkbox.module.css";
import { Tick, type TickProps } from "./tick";

/** A box to tick. */
export function Checkbox(props: TickProps) {
  return <Tick {...props} styles={styles} />;
}
