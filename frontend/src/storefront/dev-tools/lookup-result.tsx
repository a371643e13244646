import type { ReactNode } from "react";
import { Notice } from "@/ui/feedback/notice";
import { Spinner } from "@/ui/feedback/spinner";
import { Stack } from "@/ui/layout";
import styles from "./dev-tools.module.css";
import { lookupMessage } from "./lookups";

interface LookupResultProps {
  isRunning: boolean;
  error: unknown;
  /** The parsed answer; undefined before there is one. */
  answer: unknown;
  /** Said above the answer. */
  summary?: ReactNode;
}

/** What became of a lookup: running, failed, or the answer as readable JSON. */
export function LookupResult({ isRunning, error, answer, summary }: LookupResultProps) {
  if (isRunning) return <Spinner label="Loading..." showLabel />;
  if (error !== null) {
    return (
      <Notice role="alert" tone="danger" title="Error">
        {lookupMessage(error)}
      </Notice>
    );
  }
  if (answer === undefined) return null;
  return (
    <Stack gap={3} className={styles.result}>
      {summary}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard has to scroll what a mouse can. */}
      <section aria-label="JSON answer" tabIndex={0} className={styles.scroll}>
        <pre className={styles.json}>{JSON.stringify(answer, null, 2)}</pre>
      </section>
    </Stack>
  );
}
