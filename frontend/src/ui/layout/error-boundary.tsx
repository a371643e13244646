import { Component, type ReactNode } from "react";
import { clientErrors } from "@/domain/api/error-reports/error-reporter";
import { isVisitKept, reloadPage } from "@/domain/stored";
import { messages as m } from "@/messages";
import { replayEarlyClicks } from "@/ui/browser/early-clicks";
import { ErrorState } from "@/ui/feedback/empty-and-error-states";
import styles from "@/ui/feedback/message-state.module.css";

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Says what is not lost, where the browser keeps it. */
  reassurance?: string;
  /** Shown instead of the page; the default says that it did not load. */
  fallback?: ReactNode;
}

/** Catches render errors, most often a chunk that is missing after a new release. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    clientErrors.report("render", error);
    replayEarlyClicks(); // Hydration failed: stop recording early clicks.
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    if (this.props.fallback) return this.props.fallback;
    return (
      <ErrorState
        title={m.app.crash.title}
        description={
          isVisitKept()
            ? m.app.crash.hint({
                reassurance: this.props.reassurance ?? m.app.crash.cartSafe,
              })
            : m.app.crash.reloadHint
        }
        onRetry={reloadPage}
        retryLabel={m.app.crash.reload}
        headingLevel="h1"
      />
    );
  }
}

/** Stands in for the whole application: made of nothing that may be what broke. */
export function PlainErrorScreen() {
  return (
    <main role="alert" className={styles.screen}>
      <h1>{m.app.crash.somethingWrong}</h1>
      <p>{isVisitKept() ? m.app.crash.everythingSafe : m.app.crash.reloadHint}</p>
      <button type="button" className={styles.reload} onClick={reloadPage}>
        {m.app.crash.reload}
      </button>
    </main>
  );
}
