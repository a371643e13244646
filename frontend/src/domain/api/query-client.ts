import { QueryClient } from "@tanstack/react-query";
import { ApiError, isUnreachable } from "./errors";

const RETRIES = 2;

/** One more try helps against a lost connection or a busy server, never against a clear refusal. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= RETRIES) return false;
  return isUnreachable(error) || (error instanceof ApiError && error.status >= 500);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: (failures) => 400 * 2 ** failures,
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // Offline the call must fail with its sentence, not wait in silence.
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
