import { queryOptions } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import type { components } from "@/domain/api/schema.gen";
import { staffSlotsKey } from "@/domain/query-keys";

type Schemas = components["schemas"];

/** How full the pickup slots of a stop are, in units. */
export type SlotLoads = Schemas["SlotLoads"];
export type SlotLoad = SlotLoads["slots"][number];

/** Read again with the schedule at each live event. */
export function slotLoadsQuery(truckId: string, stopId: string) {
  return queryOptions({
    queryKey: staffSlotsKey(truckId, stopId),
    queryFn: ({ signal }) =>
      answer(
        api.GET("/api/stops/{stop_id}/slots", { params: { path: { stop_id: stopId } }, signal }),
      ),
  });
}
