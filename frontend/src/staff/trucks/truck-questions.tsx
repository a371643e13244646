/** What is asked before a truck goes: what becomes of its open orders. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { StaffTruck } from "@/domain/api/admin-types";
import { ApiError } from "@/domain/api/errors";
import { openOrdersKey } from "@/domain/query-keys";
import { messages as m } from "@/messages";
import { type OpenOrders, TruckQuestion } from "@/staff/shell/truck-question";
import { deleteTruck, forgetTruck } from "@/staff/trucks/api";
import { showToast } from "@/ui/feedback/toast";

interface DeleteTruckQuestionProps {
  truck: StaffTruck;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDeleted: () => void;
  onFailed?: (error: unknown) => void;
}

/** Deletes a truck, and cancels and refunds what is open there, once that was read. */
export function DeleteTruckQuestion({ truck, open, ...on }: DeleteTruckQuestionProps) {
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: ({ orders }: OpenOrders) => deleteTruck(truck._id, orders),
    onSuccess: () => {
      on.onOpenChange(false);
      on.onDeleted();
      return forgetTruck(client, truck);
    },
    onError: (error) => {
      const isOutdated = error instanceof ApiError && error.code === "truck_has_orders";
      const message = isOutdated
        ? m.staff.trucksList.ordersHaveChanged
        : m.staff.trucksList.failedToDeleteTruck;
      showToast({ type: "error", message });
      on.onFailed?.(error);
      // Asked once more, with the orders of now.
      if (isOutdated) void client.invalidateQueries({ queryKey: openOrdersKey(truck._id) });
      else on.onOpenChange(false);
    },
  });
  return (
    <TruckQuestion
      truck={truck}
      open={open}
      onOpenChange={on.onOpenChange}
      title={m.staff.trucksList.deleteTruck}
      confirmLabel={(found) =>
        found?.orders ? m.staff.trucksList.deleteAndRefund : m.staff.trucksList.deleteAction
      }
      destructive
      pending={removal.isPending}
      onConfirm={(found) => removal.mutate(found)}
      sentences={(found) => [
        m.staff.trucksList.areYouSureYouWant({ name: truck.name }),
        found.orders > 0 ? m.staff.trucksList.ordersAreCancelled(found) : null,
        found.checkouts > 0 ? m.staff.trucksList.paymentsAreRefunded(found) : null,
      ]}
    />
  );
}

interface DeactivateTruckQuestionProps {
  truck: StaffTruck;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  pending: boolean;
  onConfirm: () => void;
}

export function DeactivateTruckQuestion({ truck, ...dialog }: DeactivateTruckQuestionProps) {
  return (
    <TruckQuestion
      {...dialog}
      truck={truck}
      title={m.staff.trucksList.deactivateTruck({ name: truck.name })}
      confirmLabel={() => m.staff.trucksList.deactivate}
      sentences={(found) => [
        m.staff.trucksList.customersDoNotFind,
        found.orders > 0 ? m.staff.trucksList.ordersStay(found) : null,
      ]}
    />
  );
}
