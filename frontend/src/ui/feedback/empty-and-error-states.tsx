import type { ReactNode } from "react";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import styles from "./message-state.module.css";

interface ErrorStateProps {
  title: string;
  description?: ReactNode;
  onRetry?: () => void;
  retryLabel?: string;
  /** A second way out, usually a link. */
  action?: ReactNode;
  headingLevel?: "h1" | "h2" | "h3";
}

/** A failed load, announced at once, with a way to try again. */
export function ErrorState({
  title,
  description,
  onRetry,
  retryLabel = m.common.tryAgain,
  action,
  headingLevel: Heading = "h2",
}: ErrorStateProps) {
  return (
    <div role="alert" className={styles.state}>
      <Heading className={styles.title}>{title}</Heading>
      {description ? <p className={styles.description}>{description}</p> : null}
      {onRetry ? (
        <Button variant="primary" onClick={onRetry}>
          {retryLabel}
        </Button>
      ) : null}
      {action}
    </div>
  );
}

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
