import type { ReactNode } from "react";
import { ApiError, errorMessage } from "@/domain/api/errors";
import { ErrorState } from "./empty-and-error-states";

/** What a query of TanStack Query says of itself. */
interface Read<Data> {
  data: Data | undefined;
  error: Error | null;
  refetch: () => unknown;
}

export interface LoadedProps<Data> {
  query: Read<Data>;
  /** Until the first answer. */
  skeleton: ReactNode;
  /** Names what did not load; a function says the reason, too. */
  failed: string | ((reason: string) => string);
  /** Where there is no such thing, which trying again does not change. */
  missing?: ReactNode;
  headingLevel?: "h1" | "h2" | "h3";
  /** Says above the content why it could not be read again. */
  stale?: (reason: string) => ReactNode;
  children: (data: Data) => ReactNode;
}

/** What a query found. Before that its skeleton, or why it failed and a way to try again. */
export function Loaded<Data>(props: LoadedProps<Data>) {
  const { query, skeleton, failed, missing, headingLevel = "h2", stale, children } = props;
  const { data, error, refetch } = query;
  const reason = error ? errorMessage(error) : null;
  if (data !== undefined) {
    return (
      <>
        {reason === null ? null : stale?.(reason)}
        {children(data)}
      </>
    );
  }
  if (reason === null) return skeleton;
  if (missing && error instanceof ApiError && error.status === 404) return missing;
  const words =
    typeof failed === "string" ? { title: failed, description: reason } : { title: failed(reason) };
  return <ErrorState {...words} onRetry={() => void refetch()} headingLevel={headingLevel} />;
}

/** Two queries as one: what both found, the first failure, and both once more. */
export function together<First, Second>(
  first: Read<First>,
  second: Read<Second>,
): Read<[First, Second]> {
  const hasBoth = first.data !== undefined && second.data !== undefined;
  return {
    data: hasBoth ? [first.data as First, second.data as Second] : undefined,
    error: first.error ?? second.error,
    refetch: () => Promise.all([first.refetch(), second.refetch()]),
  };
}
