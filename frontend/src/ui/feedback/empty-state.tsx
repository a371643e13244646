import type { ReactNode } from "react";
import styles from "./message-state.module.css";

interface EmptyStateProps {
  title: string;
  description?: ReactNode;
  /** The next step, usually a link. */
  action?: ReactNode;
  headingLevel?: "h1" | "h2" | "h3";
}

/** Nothing to show, said warmly and with the next step. */
export function EmptyState({
  title,
  description,
  action,
  headingLevel: Heading = "h2",
}: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <Heading className={styles.title}>{title}</Heading>
      {description ? <p className={styles.description}>{description}</p> : null}
      {action}
    </div>
  );
}
