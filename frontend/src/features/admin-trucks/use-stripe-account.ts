import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { StaffTruck } from "@/api/admin-types";
import { showToast } from "@/components/ui/toast";
import { connectStatusQuery, createOnboardingLink, createStripeAccount } from "./api";
import { leaveFor } from "./leave-for";

/** A truck's account with the payment provider: what it says, and the two steps towards it. */
export function useStripeAccount(truck: StaffTruck) {
  const client = useQueryClient();
  const status = useQuery(connectStatusQuery(truck._id));

  const create = useMutation({
    mutationFn: () => createStripeAccount(truck),
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
