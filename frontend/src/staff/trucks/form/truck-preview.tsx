import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useWatch } from "react-hook-form";
import type { Truck } from "@/domain/api/types";
import { serverNow } from "@/domain/time/server-clock";
import { stopsQuery } from "@/staff/schedule/api";
import { PreviewFrame } from "@/ui/content/preview-frame";
import { draftTruck } from "./draft-truck";
import type { TruckFormApi } from "./use-truck-form";

const DAYS_AHEAD_MS = 56 * 24 * 60 * 60_000;

interface TruckPreviewProps {
  form: TruckFormApi;
  /** The truck that is changed; null for a new one, which has no stops. */
  truckId: string | null;
  preview: (draft: Truck) => ReactNode;
}

/** Follows every keystroke, apart from the form, so that typing redraws only this. */
export function TruckPreview({ form, truckId, preview }: TruckPreviewProps) {
  const { scheduleMode } = useWatch({ control: form.control });
  const [period] = useState(comingWeeks);
  const wanted = scheduleMode === "stops" && truckId !== null;
  const { data: stops = [] } = useQuery({
    ...stopsQuery({ truckId: truckId ?? "", ...period }),
    enabled: wanted,
  });
  return <PreviewFrame>{preview(draftTruck(form.getValues(), wanted ? stops : []))}</PreviewFrame>;
}

function comingWeeks(): { from: string; to: string } {
  const now = serverNow();
  return {
    from: new Date(now).toISOString(),
    to: new Date(now + DAYS_AHEAD_MS).toISOString(),
  };
}
