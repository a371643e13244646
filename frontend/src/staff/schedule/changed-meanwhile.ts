import { ApiError } from "@/domain/api/errors";
import type { Stop } from "@/domain/schedule/present-schedule";
import type { Place } from "./api";

interface Present {
  stop?: Stop;
  place?: Place;
}

/** The stop or the place as a faster colleague has stored it, from the refusal of a stale save. */
export function changedMeanwhile<Kind extends keyof Present>(
  error: unknown,
  kind: Kind,
): NonNullable<Present[Kind]> | null {
  if (!(error instanceof ApiError) || error.code !== "version_conflict") return null;
  return (error.body as Present)[kind] ?? null;
}
