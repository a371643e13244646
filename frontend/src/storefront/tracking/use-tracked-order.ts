import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type LiveState, useLiveStream } from "@/api/live";
import { type TrackedOrder, trackedOrderQuery, trackingPath } from "./api";
import { isOver } from "./status-words";

/** How often the order is read while its stream is away. */
export const ASK_AGAIN_MS = 15_000;

/** The order of a token as it is now: told by the stream, asked for while there is none. */
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
    order ? `${trackingPath(token)}/stream` : null,
    {
      onHello: (resumed) => {
        if (!resumed) readAgain();
      },
      onEvent: (name, data) => {
        if (name !== "order") return readAgain();
        // An older answer that is still on its way must not come after this one.
        void client.cancelQueries({ queryKey });
        client.setQueryData(queryKey, data as TrackedOrder);
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
