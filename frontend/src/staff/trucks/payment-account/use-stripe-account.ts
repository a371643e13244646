import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { StaffTruck } from "@/domain/api/admin-types";
import { useIdempotencyKey } from "@/domain/api/use-idempotency-key";
import { allTrucksKey } from "@/domain/query-keys";
import { messages as m } from "@/messages";
import { connectStatusQuery, createOnboardingLink, createStripeAccount } from "@/staff/trucks/api";
import { showToast } from "@/ui/feedback/toast";
import { leaveFor } from "./leave-for";

type Key = ReturnType<ReturnType<typeof useIdempotencyKey>>;

/** A truck's account with the payment provider: what it says, and the two steps towards it. */
export function useStripeAccount(truck: StaffTruck) {
  const client = useQueryClient();
  const keyFor = useIdempotencyKey();
  const status = useQuery(connectStatusQuery(truck._id));

  const create = useMutation({
    mutationFn: () => createOnce(truck, keyFor(truck._id)),
    onSuccess: () => {
      showToast({
        type: "success",
        message: m.staff.trucksOnboarding.hasAStripeAccountNow({ name: truck.name }),
      });
      client.invalidateQueries({ queryKey: allTrucksKey() });
      return client.invalidateQueries({ queryKey: connectStatusQuery(truck._id).queryKey });
    },
    onError: () =>
      showToast({ type: "error", message: m.staff.trucksOnboarding.failedToCreateStripeAccount }),
  });
  const setUp = useMutation({
    mutationFn: async () => leaveFor(await createOnboardingLink(truck._id)),
    onError: () =>
      showToast({ type: "error", message: m.staff.trucksOnboarding.failedToCreateOnboardingLink }),
  });
  return { status, create, setUp };
}

async function createOnce(truck: StaffTruck, key: Key): Promise<void> {
  try {
    await createStripeAccount(truck, key.value);
    key.release();
  } catch (error) {
    // Without an answer it may have been made: the next try has to be the same call.
    key.releaseAfter(error);
    throw error;
  }
}
