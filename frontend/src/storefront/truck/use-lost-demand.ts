import { useEffect, useRef } from "react";
import { sendAndForget } from "@/domain/api/transport/send-and-forget";
import type { MenuItem, Truck } from "@/domain/api/types";
import type { PresentSchedule } from "@/domain/schedule/present-schedule";
import { closedReason } from "@/domain/trucks/closed-reason";

/**
 * Reports what customers wanted and could not have: this view, if nothing can be ordered as it begins, and each sold-out
 * item that is tapped, once. Returns what to call for a tap. The server drawing a page runs no effects, so it reports
 * nothing.
 */
export function useLostDemand(
  slug: string,
  truck: Truck,
  { ordering, next }: PresentSchedule,
  now: Date,
): (item: MenuItem) => void {
  const isClosed = closedReason(truck, now) !== null;
  const nextStop = next?._id ?? null;
  const viewed = useRef<string>(null);
  const tapped = useRef(new Set<string>());
  useEffect(() => {
    if (viewed.current === slug) return;
    viewed.current = slug;
    if (isClosed) report(slug, "closed_view", nextStop);
  }, [slug, isClosed, nextStop]);
  return ({ _id }) => {
    if (tapped.current.has(_id)) return;
    tapped.current.add(_id);
    report(slug, "sold_out", ordering?._id ?? null);
  };
}

function report(slug: string, kind: "closed_view" | "sold_out", stopId: string | null): void {
  sendAndForget(`/trucks/${encodeURIComponent(slug)}/demand`, { kind, stopId });
}
