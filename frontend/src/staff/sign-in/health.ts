import { queryOptions } from "@tanstack/react-query";
import { apiBaseUrl } from "@/domain/api/transport/base-url";
import { withTimeLimit } from "@/domain/api/transport/time-limit";
import { healthKey } from "@/domain/query-keys";

const RECHECK_OFFLINE_MS = 5_000;
const RECHECK_ONLINE_MS = 30_000;
const PATIENCE_MS = 8_000;

/** Whether the back end answers; asked again and again, so that a warning goes away by itself. */
export function healthQuery() {
  return queryOptions({
    queryKey: healthKey(),
    queryFn: ({ signal }) => isHealthy(signal),
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data ? RECHECK_ONLINE_MS : RECHECK_OFFLINE_MS),
  });
}

/** `/health` lies at the root of the back end, beside `/api`. */
async function isHealthy(signal: AbortSignal): Promise<boolean> {
  const address = `${apiBaseUrl().replace(/\/api$/, "")}/health`;
  try {
    const response = await fetch(address, {
      headers: { Accept: "application/json" },
      cache: "no-store",
      signal: withTimeLimit(PATIENCE_MS, signal),
    });
    // A web server in front may answer any address with the page itself.
    const answer: { status?: unknown } = await response.json();
    return response.ok && answer.status === "ok";
  } catch (error) {
    if (signal.aborted) throw error;
    return false;
  }
}
