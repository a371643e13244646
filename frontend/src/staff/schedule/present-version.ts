import { ApiError } from "@/domain/api/errors";

/** The version of what another user has changed first, so that saving again means it; null for any other failure. */
export function presentVersion(error: unknown, kind: "stop" | "place"): number | null {
  if (!(error instanceof ApiError) || error.code !== "version_conflict") return null;
  const present = (error.body as Record<string, { version?: number } | undefined>)[kind];
  return present?.version ?? null;
}
