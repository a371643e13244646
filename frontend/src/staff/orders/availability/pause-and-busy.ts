import type { StaffTruck, TruckSettings } from "@/domain/api/staff-types";
import { clockLabel } from "@/domain/time/time-words";
import { parseInstant } from "@/domain/time/wall-clock";
import { messages as m } from "@/messages";

/** What the kitchen changes from minute to minute; what is left out stays. */
export type SettingsPatch = Partial<
  Pick<
    TruckSettings,
    "acceptingOrders" | "notAcceptingReason" | "pausedUntil" | "extraLeadMinutes" | "extraLeadUntil"
  >
>;

type Ordering = Pick<StaffTruck, "acceptingOrders" | "settings" | "timezone">;

/** The bar over the orders while ordering is paused; null while it is not. */
export function pauseMessage(truck: Ordering, now: Date): string | null {
  const { settings, acceptingOrders, timezone } = truck;
  if (!settings.acceptingOrders) return m.service.state.paused;
  const end = parseInstant(settings.pausedUntil);
  // Whether the pause still runs is for the server's clock to say.
  if (!end || acceptingOrders) return null;
  return m.service.state.pausedUntil({
    end: clockLabel(end, timezone, now),
  });
}

/** The bar while pickups take longer than usual; null while they do not. */
export function busyMessage({ settings, timezone }: Ordering, now: Date): string | null {
  const { leadMinutes, extraLeadMinutes, extraLeadUntil } = settings;
  if (extraLeadMinutes === 0) return null;
  const end = parseInstant(extraLeadUntil);
  const times = { minutes: leadMinutes + extraLeadMinutes, usualMinutes: leadMinutes };
  return end
    ? m.service.state.busyUntil({ end: clockLabel(end, timezone, now), ...times })
    : m.service.state.busy(times);
}

export function pausePatch(until: Date | null, reason: string): SettingsPatch {
  return {
    // A pause that ends by itself leaves the switch on; the other kind is the switch.
    acceptingOrders: until !== null,
    pausedUntil: until?.toISOString() ?? null,
    notAcceptingReason: reason.trim() || null,
  };
}

export const RESUMED: SettingsPatch = {
  acceptingOrders: true,
  pausedUntil: null,
  notAcceptingReason: null,
};

export function busyPatch(minutes: number, until: Date | null): SettingsPatch {
  return { extraLeadMinutes: minutes, extraLeadUntil: until?.toISOString() ?? null };
}

export const NO_LONGER_BUSY: SettingsPatch = { extraLeadMinutes: 0, extraLeadUntil: null };

/** The truck as it will be once the server agrees. */
export function withSettings(truck: StaffTruck, patch: SettingsPatch): StaffTruck {
  const settings = { ...truck.settings, ...patch };
  return {
    ...truck,
    settings,
    acceptingOrders: settings.acceptingOrders && settings.pausedUntil === null,
  };
}
