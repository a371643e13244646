import { queryOptions } from "@tanstack/react-query";
import { configKey } from "@/domain/query-keys";
import { answer, api } from "./client";
import type { components } from "./schema.gen";

/**
 * What the server tells every browser about itself. `stripeJsUrl` is the script of the payment
 * sandbox and comes with the sandbox only; `taxRate` is in percent.
 */
export type ServerConfig = components["schemas"]["Config"];

export function serverConfigQuery() {
  return queryOptions({
    queryKey: configKey(),
    queryFn: ({ signal }) => answer(api.GET("/api/config", { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
