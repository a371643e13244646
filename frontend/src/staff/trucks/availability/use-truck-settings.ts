import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { StaffTruck } from "@/api/admin-types";
import { sentenceOf } from "@/api/errors";
import { staffTrucksQuery } from "@/api/staff-trucks";
import { showToast } from "@/components/ui/toast-store";
import { changeSettings, type SettingsPatch } from "./api";
import { withSettings } from "./ordering-state";

interface Wish {
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
  const put = (change: (truck: StaffTruck) => StaffTruck) => {
    client.setQueryData(queryKey, (trucks) =>
      trucks?.map((truck) => (truck._id === truckId ? change(truck) : truck)),
    );
  };
  return useMutation({
    // One after the other: the last tap is what stays.
    scope: { id: `settings-${truckId}` },
    mutationFn: ({ patch }: Wish) => changeSettings(truckId, patch),
    onMutate: async ({ patch }) => {
      await client.cancelQueries({ queryKey });
      put((truck) => withSettings(truck, patch));
    },
    onSuccess: (fresh) => put(() => fresh),
    onError: (error, { failure }) => {
      showToast({ type: "error", message: `${failure}: ${sentenceOf(error)}` });
      return client.invalidateQueries({ queryKey });
    },
  });
}

/** Asks the server how its trucks stand now. */
export function useRereadTrucks(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: staffTrucksQuery().queryKey });
}
