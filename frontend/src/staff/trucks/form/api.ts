import { queryOptions } from "@tanstack/react-query";
import type { SlugCheck, StaffTruck, TruckInput, TruckSettings } from "@/api/admin-types";
import { apiDelete, apiGet, apiPatch, apiPost, apiPut } from "@/api/client";
import { ApiError } from "@/api/errors";

/** One truck to edit, always as it is now: an edit of an older copy could only end in a conflict. */
export function staffTruckQuery(id: string) {
  return queryOptions({
    queryKey: ["trucks", "one", id],
    queryFn: ({ signal }) => apiGet<StaffTruck>(`/trucks/${encodeURIComponent(id)}`, { signal }),
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
  const asked = new URLSearchParams(slug ? { slug } : { name });
  if (truckId) asked.set("truckId", truckId);
  return queryOptions({
    queryKey: ["trucks", "slug-check", asked.toString()],
    queryFn: ({ signal }) => apiGet<SlugCheck>(`/trucks/slug-check?${asked}`, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

export function createTruck(body: TruckInput, idempotencyKey: string): Promise<StaffTruck> {
  const headers = { "Idempotency-Key": idempotencyKey };
  return apiPost<StaffTruck>("/trucks", body, { headers });
}

export function updateTruck({ _id, version }: StaffTruck, body: TruckInput): Promise<StaffTruck> {
  return apiPut<StaffTruck>(`/trucks/${_id}`, { ...body, version });
}

export function changeSettings(id: string, body: Partial<TruckSettings>): Promise<StaffTruck> {
  return apiPatch<StaffTruck>(`/trucks/${id}/settings`, body);
}

export function deleteTruck(id: string): Promise<unknown> {
  return apiDelete(`/trucks/${id}`);
}

/** The truck as a faster colleague has stored it, from the refusal of a stale save. */
export function changedMeanwhile(error: unknown): StaffTruck | null {
  if (!(error instanceof ApiError) || error.code !== "changed_meanwhile") return null;
  return (error.body as { truck?: StaffTruck }).truck ?? null;
}
