import { queryOptions } from "@tanstack/react-query";
import type { StaffTruck } from "./admin-types";
import { apiList } from "./client";

/** The trucks that the signed-in user looks after: all of them, or the one. */
export function staffTrucksQuery() {
  return queryOptions({
    queryKey: ["trucks", "staff"],
    queryFn: ({ signal }) => apiList<StaffTruck>("/trucks", { signal }),
  });
}
