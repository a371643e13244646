import type { QueryClient } from "@tanstack/react-query";
import { configQuery } from "@/domain/api/config";
import { staffTrucksQuery } from "@/domain/trucks/staff-trucks";
import { readToken } from "./token-storage";

/**
 * Asks for what nearly every staff screen reads first while the session is still checked: a trip to the server less
 * before the content, and no panel that comes late and pushes it down. A refusal is told by the check.
 */
export function preloadData(client: QueryClient): void {
  if (!readToken()) return;
  void client.prefetchQuery(configQuery());
  void client.prefetchQuery(staffTrucksQuery());
}
