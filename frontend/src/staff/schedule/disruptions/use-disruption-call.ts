import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "@/domain/api/errors";
import { readAgain } from "@/domain/live/record-versions";
import { stopDisruptionsKey } from "@/domain/query-keys";
import { applyDisruption, type Disruption } from "./api";

/** A call about a change of plan that is there, after which it is shown as it is then. */
export function useDisruptionCall(
  { _id, stopId }: Disruption,
  call: (disruptionId: string) => Promise<Disruption>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(_id),
    onSuccess: (changed) => applyDisruption(client, changed),
    onError: (error) => {
      const present = error instanceof ApiError ? (error.body as Refusal | null)?.disruption : null;
      if (present) applyDisruption(client, present);
      return readAgain(client, stopDisruptionsKey(stopId));
    },
  });
}

interface Refusal {
  disruption?: Disruption;
}
