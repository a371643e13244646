/** A correction of a count during service, as it is shown until the server has answered. */
import { type Count, type CountInput, type StopCounts, subjectIdOf } from "./subjects";

export interface Adjustment {
  subject: Pick<CountInput, "menuItemId" | "optionId">;
  /** So many more or fewer, or how many are left now. */
  change: { by: number } | { remaining: number };
}

/** The counts with one corrected. Something that is not counted yet is left to the server's answer. */
export function withAdjustment(known: StopCounts, { subject, change }: Adjustment): StopCounts {
  const wanted = subject.optionId ?? subject.menuItemId;
  return {
    ...known,
    counts: known.counts.map((count) =>
      subjectIdOf(count) === wanted ? corrected(count, change) : count,
    ),
  };
}

function corrected(count: Count, change: Adjustment["change"]): Count {
  const by = "by" in change ? change.by : change.remaining - count.remaining;
  // The server refuses what goes below nothing.
  if (count.remaining + by < 0) return count;
  return { ...count, initial: count.initial + by, remaining: count.remaining + by };
}
