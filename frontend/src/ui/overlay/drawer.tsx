import { Overlay, type OverlayProps } from "./dialog";
import styles from "./overlay.module.css";

/** A panel that slides in from the right. Traps and restores the focus, closes on Escape. */
export function Drawer(props: OverlayProps) {
  return <Overlay {...props} shape={styles.drawer} />;
}
