import { Component, type ReactNode } from "react";
import { clientErrors } from "@/api/client-errors";
import { ErrorState } from "@/components/ui/error-state";
import { repeatEarlyTaps } from "@/lib/early-taps";

interface ErrorBoundaryProps {
  children: ReactNode;
  /** What becomes of whatever was under way. */
  comfort?: string;
  /** What is shown instead; else that this page did not load. */
  fallback?: ReactNode;
}

/** Catches what a page could not: most often its code did not arrive after a new release. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    clientErrors.report("render", error);
    repeatEarlyTaps(); // else the page that never came would go on keeping every tap to itself
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    if (this.props.fallback) return this.props.fallback;
    return (
      <ErrorState
        title="This page did not load"
        description={`${this.props.comfort ?? "Your cart is safe."} Load the page again to go on.`}
        onRetry={() => window.location.reload()}
        retryLabel="Reload the page"
        headingLevel="h1"
      />
    );
  }
}
