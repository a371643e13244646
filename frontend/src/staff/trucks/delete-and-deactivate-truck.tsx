/** What is asked before a truck goes: what becomes of its open orders. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "@/domain/api/errors";
import type { StaffTruck } from "@/domain/api/staff-types";
import { openOrdersKey } from "@/domain/query-keys";
import { messages as m } from "@/messages";
import { type OpenOrders, OpenOrdersQuestion } from "@/staff/shell/open-orders-question";
import { showToast } from "@/ui/feedback/toast";
import { deleteTruck, forgetTruck } from "./api";

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
      const message = isOutdated ? m.trucks.delete.ordersChanged : m.trucks.delete.failed;
      showToast({ type: "error", message });
      on.onFailed?.(error);
      // Asked once more, with the orders of now.
      if (isOutdated) void client.invalidateQueries({ queryKey: openOrdersKey(truck._id) });
      else on.onOpenChange(false);
    },
  });
  return (
    <OpenOrdersQuestion
      truck={truck}
      open={open}
      onOpenChange={on.onOpenChange}
      title={m.common.deleteTruck}
      confirmLabel={(found) => (found?.orders ? m.trucks.delete.withRefund : m.common.delete)}
      destructive
      pending={removal.isPending}
      onConfirm={(found) => removal.mutate(found)}
      sentences={(found) => [
        m.trucks.delete.question({ name: truck.name }),
        found.orders > 0 ? m.trucks.delete.orders(found) : null,
        found.checkouts > 0 ? m.trucks.delete.payments(found) : null,
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
    <OpenOrdersQuestion
      {...dialog}
      truck={truck}
      title={m.trucks.deactivate.question({ name: truck.name })}
      confirmLabel={() => m.trucks.deactivate.action}
      sentences={(found) => [
        m.trucks.deactivate.hint,
        found.orders > 0 ? m.trucks.deactivate.orders(found) : null,
      ]}
    />
  );
}
