import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type LiveState, useLiveStream } from "@/domain/live";
import { replaceRecord } from "@/domain/replace-record";
import { type TrackedOrder, trackedOrderQuery, trackingStreamPath } from "./api";
import { isOver } from "./status-labels";

/** Polling interval while the event stream is down. */
export const ASK_AGAIN_MS = 15_000;

/** The order of a token as it is now: from the event stream, polled while that is down. */
export function useTrackedOrder(token: string): {
  query: UseQueryResult<TrackedOrder>;
  live: LiveState;
} {
  const client = useQueryClient();
  const options = trackedOrderQuery(token);
  const { queryKey } = options;
  const query = useQuery({ ...options, refetchOnWindowFocus: true });
  const order = query.data;
  const readAgain = () => void client.invalidateQueries({ queryKey });

  const live = useLiveStream(
    order ? trackingStreamPath(token) : null,
    {
      onHello: (resumed) => {
        if (!resumed) readAgain();
      },
      onEvent: (name, data) => {
        if (name !== "order") return readAgain();
        replaceRecord(client, queryKey, data as TrackedOrder);
      },
    },
    // Until it is over, the title of a tab in the background says when it is ready.
    { pauseWhenHidden: order !== undefined && isOver(order.status) },
  );
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
