import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api, list } from "@/domain/api/client";
import type { StaffTruck } from "@/domain/api/staff-types";
import { fetchWithReplay, newest, recordEvent } from "@/domain/live/record-versions";
import { keepFirstChange } from "@/domain/live/stream-start-point";
import { deletedTrucksKey, staffTrucksKey } from "@/domain/query-keys";

/** The trucks that the signed-in user looks after: all of them, or the one. */
export function staffTrucksQuery() {
  return queryOptions({
    queryKey: staffTrucksKey(),
    queryFn: ({ signal, client }) =>
      fetchWithReplay<StaffTruck[], StaffTruck>(
        client,
        async () => {
          const trucks = await list(api.GET("/api/trucks", { signal }));
          for (const { _id, lastChange } of trucks) {
            keepFirstChange(client, _id, lastChange, staffTrucksKey());
          }
          return trucks;
        },
        applyToTrucks,
      ),
  });
}

/** Trucks that were deleted, of which orders may be left. Only superadmins get any. */
export function deletedTrucksQuery() {
  return queryOptions({
    queryKey: deletedTrucksKey(),
    queryFn: async ({ signal }) => {
      const trucks = await list(
        api.GET("/api/trucks", { params: { query: { deleted: true } }, signal }),
      );
      return trucks.filter(({ archivedAt }) => archivedAt !== null);
    },
  });
}

/** The one way of a truck into the cached lists, from an event or a response. */
export function applyTruck(client: QueryClient, truck: StaffTruck): void {
  if (!recordEvent(client, truck)) return;
  if (truck.archivedAt !== null) {
    // Into the other list first, so that a screen about it stays where it is.
    client.setQueryData<StaffTruck[]>(
      deletedTrucksKey(),
      (trucks) => trucks && [...trucks.filter(({ _id }) => _id !== truck._id), truck],
    );
  }
  client.setQueryData<StaffTruck[]>(
    staffTrucksKey(),
    (trucks) => trucks && applyToTrucks(trucks, truck),
  );
}

function applyToTrucks(trucks: StaffTruck[], truck: StaffTruck): StaffTruck[] {
  const shown = trucks.map((known) => (known._id === truck._id ? newest(known, truck) : known));
  return shown.filter(({ archivedAt }) => archivedAt === null);
}
