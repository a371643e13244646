import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import type {
  Checklist,
  ScheduledStaffTruck,
  StaffTruck,
  TruckInput,
  TruckSettings,
} from "@/domain/api/staff-types";
import { allTrucksKey, checklistKey, slugCheckKey, staffTruckKey } from "@/domain/query-keys";
import { applyTruck, staffTrucksQuery } from "@/domain/trucks/staff-truck-queries";

export function setTruckActive(truck: StaffTruck, isActive: boolean): Promise<StaffTruck> {
  return answer(
    api.PATCH("/api/trucks/{truck_id}/toggle-active", {
      params: { path: { truck_id: truck._id } },
      body: { isActive },
    }),
  );
}

/** Refused when other orders are open by now than the user has agreed to cancel. */
export function deleteTruck(truckId: string, orders: number): Promise<unknown> {
  return answer(
    api.DELETE("/api/trucks/{truck_id}", {
      params: { path: { truck_id: truckId }, query: { orders } },
    }),
  );
}

/** What the truck's own staff change. With a `version`, refused if a colleague was faster. */
type SettingsChange = Partial<TruckSettings & Pick<StaffTruck, OwnField>>;
type OwnField =
  | "scheduleMode"
  | "shortDescription"
  | "description"
  | "phone"
  | "imageUrl"
  | "bannerImage"
  | "version";

/** Changes what is given, the rest stays. */
export function changeSettings(truckId: string, body: SettingsChange): Promise<StaffTruck> {
  return answer(
    api.PATCH("/api/trucks/{truck_id}/settings", {
      params: { path: { truck_id: truckId } },
      body,
    }),
  );
}

/** Shows a changed truck in the table at once, and lets every other list of trucks ask again. */
export function showChangedTruck(client: QueryClient, changed: StaffTruck): Promise<void> {
  applyTruck(client, changed);
  return client.invalidateQueries({ queryKey: allTrucksKey() });
}

export function forgetTruck(client: QueryClient, deleted: StaffTruck): Promise<void> {
  client.setQueryData(staffTrucksQuery().queryKey, (trucks) =>
    trucks?.filter((truck) => truck._id !== deleted._id),
  );
  return client.invalidateQueries({ queryKey: allTrucksKey() });
}

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

/** What a truck still needs, always as it is now: the points are done on other screens. */
export function checklistQuery(truckId: string) {
  return queryOptions({
    queryKey: checklistKey(truckId),
    queryFn: ({ signal }): Promise<Checklist> =>
      answer(
        api.GET("/api/trucks/{truck_id}/checklist", {
          params: { path: { truck_id: truckId } },
          signal,
        }),
      ),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Refused while a required point of the checklist is open. */
export function publishTruck(truckId: string): Promise<StaffTruck> {
  return answer(
    api.POST("/api/trucks/{truck_id}/publish", { params: { path: { truck_id: truckId } } }),
  );
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
