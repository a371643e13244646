import type { QueryClient, QueryKey } from "@tanstack/react-query";

/** Shows a record that an event brought. A load that is under way is older than the event, so it is cancelled. */
export function replaceRecord<Record>(
  client: QueryClient,
  queryKey: QueryKey,
  record: Record,
): void {
  void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<Record>(queryKey, record);
}
