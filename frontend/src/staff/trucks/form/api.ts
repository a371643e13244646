import { queryOptions } from "@tanstack/react-query";
import type { ScheduledStaffTruck, StaffTruck, TruckInput } from "@/domain/api/admin-types";
import { answer, api } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import { slugCheckKey, staffTruckKey } from "@/domain/query-keys";

/** One truck to edit, always as it is now: an edit of an older copy could only end in a conflict. */
export function staffTruckQuery(id: string) {
  return queryOptions({
    queryKey: staffTruckKey(id),
    // To its staff a truck comes whole.
    queryFn: ({ signal }) =>
      answer(
        api.GET("/api/trucks/{truck_id}", { params: { path: { truck_id: id } }, signal }),
      ) as Promise<ScheduledStaffTruck>,
    staleTime: 0,
    gcTime: 0,
    enabled: id !== "",
  });
}

interface SlugQuestion {
  /** Empty asks for a free one made from the name. */
  slug: string;
  name: string;
  /** The truck that is being edited; its own slug is free for it. */
  truckId: string | null;
}

export function slugCheckQuery({ slug, name, truckId }: SlugQuestion) {
  const query = slug ? { slug, truckId } : { name, truckId };
  return queryOptions({
    queryKey: slugCheckKey(query),
    queryFn: ({ signal }) =>
      answer(api.GET("/api/trucks/slug-check", { params: { query }, signal })),
    staleTime: 0,
    gcTime: 0,
  });
}

export function createTruck(body: TruckInput, idempotencyKey: string): Promise<StaffTruck> {
  const header = { "Idempotency-Key": idempotencyKey };
  return answer(api.POST("/api/trucks", { params: { header }, body }));
}

export function updateTruck({ _id, version }: StaffTruck, body: TruckInput): Promise<StaffTruck> {
  return answer(
    api.PUT("/api/trucks/{truck_id}", {
      params: { path: { truck_id: _id } },
      body: { ...body, version },
    }),
  );
}

/** The truck as a faster colleague has stored it, from the refusal of a stale save. */
export function changedMeanwhile(error: unknown): StaffTruck | null {
  if (!(error instanceof ApiError) || error.code !== "changed_meanwhile") return null;
  return (error.body as { truck?: StaffTruck }).truck ?? null;
}
