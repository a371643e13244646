import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "@/domain/api/errors";
import { applyTruck, staffTrucksQuery } from "@/domain/trucks/staff-trucks";
import { changeSettings } from "@/staff/trucks/api";
import { showToast } from "@/ui/feedback/toast";
import type { SettingsPatch } from "./api";
import { withSettings } from "./ordering-state";

interface SettingsChange {
  patch: SettingsPatch;
  /** What did not happen, when it fails: "Failed to pause ordering". */
  failure: string;
}

/**
 * Changes the truck's settings: shown at once, then replaced by what the server made of it. A wish
 * says what shall be, so that the same one twice is one.
 */
export function useTruckSettings(truckId: string) {
  const client = useQueryClient();
  const { queryKey } = staffTrucksQuery();
  return useMutation({
    // One after the other: the last tap is what stays.
    scope: { id: `settings-${truckId}` },
    mutationFn: ({ patch }: SettingsChange) => changeSettings(truckId, patch),
    onMutate: async ({ patch }) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (trucks) =>
        trucks?.map((truck) => (truck._id === truckId ? withSettings(truck, patch) : truck)),
      );
    },
    onSuccess: (truck) => applyTruck(client, truck),
    onError: (error, { failure }) => {
      showToast({ type: "error", message: `${failure}: ${errorMessage(error)}` });
      return client.invalidateQueries({ queryKey });
    },
  });
}

/** Asks the server how its trucks stand now. */
export function useRereadTrucks(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: staffTrucksQuery().queryKey });
}
