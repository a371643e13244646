import { queryOptions } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import type { components } from "@/domain/api/schema.gen";

type Schemas = components["schemas"];

/** The pickup slots that are not too soon, for an order of so many units; none where a truck has no slots. */
export type OfferedSlots = Schemas["OfferedSlots"];
export type OfferedSlot = Schemas["OfferedSlot"];

/** As time passes the first slots become too soon, and the kitchen's lead may have changed. */
const ASK_AGAIN_MS = 60_000;

interface SlotQuestion {
  slug: string;
  /** Null for a truck that does not move. */
  stopId: string | null;
  units: number;
}

/** Of the pickup slots of a truck, and of those of a stop for an order of so many units. */
export const allSlotsKey = (slug: string) => ["slots", slug] as const;
const slotsKey = (slug: string, stopId: string | null, units: number) =>
  ["slots", slug, stopId, units] as const;

export function slotsQuery({ slug, stopId, units }: SlotQuestion) {
  return queryOptions({
    queryKey: slotsKey(slug, stopId, units),
    queryFn: ({ signal }) => {
      const query = stopId ? { stopId, units } : { units };
      const params = { path: { slug }, query };
      return answer(api.GET("/api/trucks/{slug}/slots", { params, signal }));
    },
    refetchInterval: ASK_AGAIN_MS,
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
  });
}
