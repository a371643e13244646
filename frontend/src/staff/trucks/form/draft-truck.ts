import type { StaffTruck } from "@/domain/api/admin-types";
import type { Truck } from "@/domain/api/types";
import { fromZonedInput } from "@/domain/time/zoned-input";
import { isImageUrl } from "@/domain/values/image-url";
import { DEFAULT_TAX_RATE } from "@/domain/values/money";
import { parsePercent } from "@/domain/values/percent";
import { messages as m } from "@/messages";
import type { TruckValues } from "./truck-values";

/** The truck as customers would see it if it were stored now. */
export function draftTruck(values: TruckValues): Truck & Pick<StaffTruck, "accentHue"> {
  const pausedUntil = fromZonedInput(values.pausedUntil, values.timezone);
  const isPaused = pausedUntil !== null && new Date(pausedUntil) > new Date();
  const acceptingOrders = values.acceptingOrders && !isPaused;
  return {
    _id: "draft",
    name: values.name.trim() || m.staff.trucksForm.yourTruck,
    slug: values.slug,
    isActive: values.isActive,
    imageUrl: shown(values.imageUrl),
    bannerImage: shown(values.bannerImage),
    shortDescription: values.shortDescription.trim(),
    description: values.description.trim(),
    cuisine: values.cuisine,
    location: values.location,
    phone: values.phone.trim(),
    email: values.email.trim(),
    accentHue: values.accentHue,
    timezone: values.timezone,
    taxRate: parsePercent(values.taxRate, 4) ?? DEFAULT_TAX_RATE,
    acceptingOrders,
    notAcceptingReason: values.notAcceptingReason.trim() || null,
    pausedUntil: values.acceptingOrders && isPaused ? pausedUntil : null,
    leadMinutes: values.leadMinutes,
    scheduleMode: "always",
    schedule: {
      mode: "always",
      state: acceptingOrders ? "open" : "paused",
      current: null,
      next: null,
    },
    version: 1,
  };
}

function shown(address: string | null): string | null {
  return isImageUrl(address) ? address : null;
}
