import type { StaffMenuItem, TruckSettings } from "@/domain/api/admin-types";
import { answer, api } from "@/domain/api/client";

/** What the kitchen changes from minute to minute; what is left out stays. */
export type SettingsPatch = Partial<
  Pick<
    TruckSettings,
    "acceptingOrders" | "notAcceptingReason" | "pausedUntil" | "extraLeadMinutes" | "extraLeadUntil"
  >
>;

/** A menu item, or one option of it. */
export interface Target {
  itemId: string;
  optionId?: string;
}

/** Sold out until the instant, or, with null, until it is marked back on. */
export function sellOut(target: Target, until: Date | null): Promise<StaffMenuItem> {
  return setAvailability(target, {
    isAvailable: false,
    ...(until ? { until: until.toISOString() } : {}),
  });
}

export function bringBack(target: Target): Promise<StaffMenuItem> {
  return setAvailability(target, { isAvailable: true });
}

function setAvailability(
  { itemId, optionId }: Target,
  body: { isAvailable: boolean; until?: string },
): Promise<StaffMenuItem> {
  const call = optionId
    ? api.PATCH("/api/menu-items/{item_id}/options/{option_id}/availability", {
        params: { path: { item_id: itemId, option_id: optionId } },
        body,
      })
    : api.PATCH("/api/menu-items/{item_id}/toggle-availability", {
        params: { path: { item_id: itemId } },
        body,
      });
  return answer<Awaited<typeof call>>(call);
}
