import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useWatch } from "react-hook-form";
import type { Truck } from "@/domain/api/public-types";
import type { StaffTruck } from "@/domain/api/staff-types";
import type { Stop } from "@/domain/schedule/current-stops";
import { fromZonedInput } from "@/domain/time/local-times-and-instants";
import { presentTime, serverNow } from "@/domain/time/server-clock";
import { isImageUrl } from "@/domain/values/image-urls";
import { DEFAULT_TAX_RATE, parsePercent } from "@/domain/values/money";
import { PreviewFrame } from "@/forms/edit-form-and-preview-frame";
import { messages as m } from "@/messages";
import { stopsQuery } from "@/staff/schedule/api";
import { TruckCard } from "@/ui/content/truck-card";
import { parseTipPresets, type TruckValues } from "./truck-form-schema";
import type { TruckFormApi } from "./use-truck-form";

const DAYS_AHEAD_MS = 56 * 24 * 60 * 60_000;

interface TruckPreviewProps {
  form: TruckFormApi;
  /** The truck that is changed; null for a new one, which has neither menu nor stops. */
  truck: StaffTruck | null;
  preview: (draft: Truck) => ReactNode;
}

/** Follows every keystroke, apart from the form, so that typing redraws only this. */
export function TruckPreview({ form, truck, preview }: TruckPreviewProps) {
  const { scheduleMode } = useWatch({ control: form.control });
  const [period] = useState(comingWeeks);
  const wanted = scheduleMode === "stops" && truck !== null;
  const { data: stops = [] } = useQuery({
    ...stopsQuery({ truckId: truck?._id ?? "", ...period }),
    enabled: wanted,
  });
  const draft = draftTruck(form.getValues(), wanted ? stops : []);
  return <PreviewFrame>{preview({ ...draft, orderable: truck?.orderable ?? false })}</PreviewFrame>;
}

/** The card of the home page, to look at only. */
export function previewOf(draft: Truck) {
  return (
    <ul inert>
      <TruckCard truck={draft} />
    </ul>
  );
}

function comingWeeks(): { from: string; to: string } {
  const now = serverNow();
  return {
    from: new Date(now).toISOString(),
    to: new Date(now + DAYS_AHEAD_MS).toISOString(),
  };
}

/** The truck as customers would see it if it were stored now. `stops` are its open and coming ones, by start. */
function draftTruck(
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
    reducedTaxRate: parsePercent(values.reducedTaxRate, 4),
    pricesIncludeTax: values.pricesIncludeTax,
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
