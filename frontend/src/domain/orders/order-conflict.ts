import type { StaffOrder } from "@/domain/api/admin-types";
import { ApiError } from "@/domain/api/errors";

/** The order as a colleague has left it meanwhile, when that is why a change was refused. */
export function orderOfConflict(error: unknown): StaffOrder | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const body = error.body as { order?: StaffOrder } | null;
  return body?.order ?? null;
}
