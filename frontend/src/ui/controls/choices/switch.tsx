import styles from "./switch.module.css";
import { Tick, type TickProps } from "./tick";

/** On or off, taking effect at once. */
export function Switch(props: TickProps) {
  return <Tick {...props} role="switch" styles={styles} />;
}
