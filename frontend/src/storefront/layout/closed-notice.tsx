import styles from "./closed-notice.module.css";

/** Says why nothing can be ordered now, while the menu stays readable. */
export function ClosedNotice({ reason }: { reason: string }) {
  return (
    <p role="status" className={styles.notice}>
      {reason}
    </p>
  );
}
