import styles from "./closed-notice.module.css";

/** Says why nothing can be ordered now, or is live, in sight wherever the part that it is about is scrolled to. */
export function ClosedNotice({ reason }: { reason: string }) {
  return (
    <p role="status" className={styles.notice}>
      {reason}
    </p>
  );
}
