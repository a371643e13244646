import { useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "@/domain/api/errors";
import { applyTruck, staffTrucksQuery } from "@/domain/trucks/staff-trucks";
import { useOptimisticChange } from "@/staff/shared/use-optimistic-change";
import { changeSettings } from "@/staff/trucks/api";
import { type SettingsPatch, withSettings } from "./pause-and-busy";

interface SettingsChange {
  patch: SettingsPatch;
  /** What did not happen, when it fails: "Failed to pause ordering: The network is down." */
  failed: (reason: { errorMessage: string }) => string;
}

/**
 * Changes the truck's settings: shown at once, then replaced by what the server made of it. A wish
 * says what shall be, so that the same one twice is one.
 */
export function useTruckSettings(truckId: string) {
  const client = useQueryClient();
  return useOptimisticChange({
    queryKey: staffTrucksQuery().queryKey,
    // One after the other: the last tap is what stays.
    scope: `settings-${truckId}`,
    send: async ({ patch }: SettingsChange) =>
      applyTruck(client, await changeSettings(truckId, patch)),
    show: (trucks, { patch }) =>
      trucks.map((truck) => (truck._id === truckId ? withSettings(truck, patch) : truck)),
    failed: (error, { failed }) => failed({ errorMessage: errorMessage(error) }),
  });
}
