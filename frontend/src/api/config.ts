import { queryOptions } from "@tanstack/react-query";
import { apiGet } from "./client";

/** What the server tells every browser about itself. */
export interface AppConfig {
  publishableKey: string;
  /** The script of the payment sandbox; absent when the real provider is used. */
  stripeJsUrl?: string | null;
  demo: boolean;
  demoAccounts?: DemoAccount[] | null;
  currency: string;
  minPickupLeadMinutes: number;
  /** Percent. */
  taxRate: number;
  devTools: boolean;
}

export interface DemoAccount {
  email: string;
  password: string;
  role: string;
  truckSlug?: string | null;
}

export function configQuery() {
  return queryOptions({
    queryKey: ["config"],
    queryFn: ({ signal }) => apiGet<AppConfig>("/config", { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
