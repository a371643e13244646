import type { StaffTruck } from "@/domain/api/admin-types";

/** The tags in use, the commonest first, so that one cuisine is not called two names. */
export function knownCuisines(trucks: readonly Pick<StaffTruck, "cuisine">[]): string[] {
  const counts = new Map<string, number>();
  for (const { cuisine } of trucks) {
    for (const tag of cuisine) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([tag]) => tag);
}
