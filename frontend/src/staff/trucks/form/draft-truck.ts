import type { StaffTruck } from "@/domain/api/admin-types";
import type { Truck } from "@/domain/api/types";
import type { Stop } from "@/domain/schedule/present-schedule";
import { presentTime } from "@/domain/time/server-clock";
import { fromZonedInput } from "@/domain/time/zoned-input";
import { isImageUrl } from "@/domain/values/image-url";
import { DEFAULT_TAX_RATE } from "@/domain/values/money";
import { parsePercent } from "@/domain/values/percent";
import { messages as m } from "@/messages";
import { parseTipPresets } from "./tip-presets";
import type { TruckValues } from "./truck-values";

/** The truck as customers would see it if it were stored now. `stops` are its open and coming ones, by start. */
export function draftTruck(
  values: TruckValues,
  stops: readonly Stop[],
): Truck & Pick<StaffTruck, "accentHue"> {
  const pausedUntil = fromZonedInput(values.pausedUntil, values.timezone);
  const isPaused = pausedUntil !== null && new Date(pausedUntil) > presentTime();
  const acceptingOrders = values.acceptingOrders && !isPaused;
  return {
    _id: "draft",
    name: values.name.trim() || m.truckForm.preview.name,
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
    scheduleMode: values.scheduleMode,
    orderable: true,
    tipPresets: values.takesTips ? parseTipPresets(values.tipPresets) : null,
    schedule: {
      mode: values.scheduleMode,
      state: acceptingOrders ? "open" : "paused",
      ...currentAndNext(stops),
    },
    version: 1,
  };
}

function currentAndNext(stops: readonly Stop[]): Pick<Truck["schedule"], "current" | "next"> {
  const [first = null, second = null] = stops.filter(({ status }) => status === "scheduled");
  return first?.state === "open"
    ? { current: first, next: second }
    : { current: null, next: first };
}

function shown(address: string | null): string | null {
  return isImageUrl(address) ? address : null;
}
