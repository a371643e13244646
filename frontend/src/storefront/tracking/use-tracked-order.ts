import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type LiveState, useLiveStream } from "@/domain/live/live";
import { type TrackedOrder, trackedOrderQuery, trackingStream } from "./api";
import { isOver } from "./status-labels";

/** Polling interval while the event stream is down. */
const ASK_AGAIN_MS = 15_000;

/** The order of a token as it is now: from the event stream, polled while that is down. */
export function useTrackedOrder(token: string): {
  query: UseQueryResult<TrackedOrder>;
  live: LiveState;
} {
  const query = useQuery({ ...trackedOrderQuery(token), refetchOnWindowFocus: true });
  const order = query.data;
  // Until it is over, the title of a tab in the background says when it is ready.
  const pauseWhenHidden = order !== undefined && isOver(order.status);
  const live = useLiveStream(order ? { ...trackingStream(token), pauseWhenHidden } : null);
  useInterval(order && live.state !== "live" ? query.refetch : null);
  return { query, live };
}

function useInterval(ask: (() => unknown) | null): void {
  useEffect(() => {
    if (!ask) return;
    const timer = setInterval(ask, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [ask]);
}
