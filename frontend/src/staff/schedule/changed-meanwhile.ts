import { ApiError } from "@/domain/api/errors";
import type { Stop } from "@/domain/schedule/present-schedule";
import type { Place, StopSeries } from "./api";

interface Present {
  stop?: Stop;
  place?: Place;
  series?: StopSeries;
}

/** The stop, the place or the series as a faster colleague has stored it, from the refusal of a stale save. */
export function changedMeanwhile<Kind extends keyof Present>(
  error: unknown,
  kind: Kind,
): NonNullable<Present[Kind]> | null {
  if (!(error instanceof ApiError) || error.code !== "version_conflict") return null;
  return (error.body as Present)[kind] ?? null;
}
