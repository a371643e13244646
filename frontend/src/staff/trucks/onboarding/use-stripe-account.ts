import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { StaffTruck } from "@/api/admin-types";
import { showToast } from "@/components/ui/toast";
import { useIdempotencyKey } from "@/lib/use-idempotency-key";
import { connectStatusQuery, createOnboardingLink, createStripeAccount } from "./api";
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
      showToast({ type: "success", message: `${truck.name} has a Stripe account now.` });
      client.invalidateQueries({ queryKey: ["trucks"] });
      return client.invalidateQueries({ queryKey: connectStatusQuery(truck._id).queryKey });
    },
    onError: () => showToast({ type: "error", message: "Failed to create Stripe account" }),
  });
  const setUp = useMutation({
    mutationFn: async () => leaveFor(await createOnboardingLink(truck._id)),
    onError: () => showToast({ type: "error", message: "Failed to create onboarding link" }),
  });
  return { status, create, setUp };
}

async function createOnce(truck: StaffTruck, key: Key): Promise<void> {
  try {
    await createStripeAccount(truck, key.value);
    key.settle();
  } catch (error) {
    // Without an answer it may have been made: the next try has to be the same call.
    key.settleAfter(error);
    throw error;
  }
}
