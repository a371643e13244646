import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { StaffTruck } from "@/domain/api/admin-types";
import { useSend } from "@/domain/api/use-send";
import { allTrucksKey } from "@/domain/query-keys";
import { messages as m } from "@/messages";
import { connectStatusQuery, createOnboardingLink, createStripeAccount } from "@/staff/trucks/api";
import { showToast } from "@/ui/feedback/toast";
import { leaveFor } from "./leave-for";

/** A truck's account with the payment provider: what it says, and the two steps towards it. */
export function useStripeAccount(truck: StaffTruck) {
  const client = useQueryClient();
  const createOnce = useSend((_: undefined, key) => createStripeAccount(truck, key));
  const status = useQuery(connectStatusQuery(truck._id));

  const create = useMutation({
    mutationFn: () => createOnce(undefined),
    onSuccess: () => {
      showToast({
        type: "success",
        message: m.paymentAccount.created({ name: truck.name }),
      });
      client.invalidateQueries({ queryKey: allTrucksKey() });
      return client.invalidateQueries({ queryKey: connectStatusQuery(truck._id).queryKey });
    },
    onError: () => showToast({ type: "error", message: m.paymentAccount.createFailed }),
  });
  const setUp = useMutation({
    mutationFn: async () => leaveFor(await createOnboardingLink(truck._id)),
    onError: () => showToast({ type: "error", message: m.paymentAccount.linkFailed }),
  });
  return { status, create, setUp };
}
