import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answer, api } from "@/domain/api/client";
import { errorMessage } from "@/domain/api/errors";
import { randomKey } from "@/domain/api/use-send";
import { messages as m } from "@/messages";
import { countsQuery } from "./api";
import { type Count, type CountInput, type StopCounts, subjectIdOf } from "./count-subjects";

/** A correction of a count during service, as it is shown until the server has answered. */
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

/** Corrects one count: shown at once, then replaced by what the server made of the last tap. */
export function useAdjustCount(truckId: string, stopId: string) {
  const client = useQueryClient();
  const { queryKey } = countsQuery(truckId, stopId);
  const mutationKey = ["adjust-count", stopId];
  return useMutation({
    mutationKey,
    // One after the other, so that quick taps add up.
    scope: { id: `adjust-count-${stopId}` },
    mutationFn: ({ subject, change }: Adjustment) =>
      answer(
        api.POST("/api/stops/{stop_id}/stock/adjust", {
          params: { path: { stop_id: stopId }, header: { "Idempotency-Key": randomKey() } },
          body: { ...subject, ...change },
        }),
      ),
    onMutate: async (adjustment) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (known) => known && withAdjustment(known, adjustment));
    },
    onSuccess: (counts) => {
      if (client.isMutating({ mutationKey }) === 1) client.setQueryData(queryKey, counts);
    },
    onError: () => client.invalidateQueries({ queryKey }),
  });
}

/** Corrections one after the other, and why the last one of a menu item or option was refused. */
export function useCorrections(truckId: string, stopId: string) {
  const { mutateAsync } = useAdjustCount(truckId, stopId);
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());

  async function adjust(id: string, adjustment: Adjustment): Promise<void> {
    setProblems((before) => new Map([...before].filter(([other]) => other !== id)));
    try {
      await mutateAsync(adjustment);
    } catch (error) {
      const problem = m.counts.adjust.failed({ reason: errorMessage(error) });
      setProblems((before) => new Map(before).set(id, problem));
    }
  }

  return { adjust, problems };
}
