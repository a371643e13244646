import type { StaffMenuItem, StaffTruck, TruckSettings } from "@/api/admin-types";
import { apiPatch } from "@/api/client";

/** What the kitchen changes from minute to minute; what is left out stays. */
export type SettingsPatch = Partial<
  Pick<
    TruckSettings,
    "acceptingOrders" | "notAcceptingReason" | "pausedUntil" | "extraLeadMinutes" | "extraLeadUntil"
  >
>;

/** A dish, or one option of it. */
export interface Target {
  itemId: string;
  optionId?: string;
}

export function changeSettings(truckId: string, patch: SettingsPatch): Promise<StaffTruck> {
  return apiPatch(`/trucks/${truckId}/settings`, patch);
}

/** Sold out until the instant, or, with null, until somebody marks it back on. */
export function sellOut(target: Target, until: Date | null): Promise<StaffMenuItem> {
  return apiPatch(pathOf(target), {
    isAvailable: false,
    ...(until ? { until: until.toISOString() } : {}),
  });
}

export function bringBack(target: Target): Promise<StaffMenuItem> {
  return apiPatch(pathOf(target), { isAvailable: true });
}

function pathOf({ itemId, optionId }: Target): string {
  return optionId
    ? `/menu-items/${itemId}/options/${optionId}/availability`
    : `/menu-items/${itemId}/toggle-availability`;
}
