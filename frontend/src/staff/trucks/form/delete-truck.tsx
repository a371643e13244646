import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { StaffTruck } from "@/domain/api/admin-types";
import { allTrucksKey } from "@/domain/query-keys";
import { messages as m } from "@/messages";
import { deleteTruck } from "@/staff/trucks/api";
import { Button } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast-store";
import { FormSection } from "@/ui/layout/form-section";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";

interface DeleteTruckProps {
  truck: StaffTruck;
  onDeleted: () => void;
}

export function DeleteTruck({ truck, onDeleted }: DeleteTruckProps) {
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const deletion = useMutation({
    mutationFn: () => deleteTruck(truck._id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({
        queryKey: allTrucksKey(),
        refetchType: "none",
      });
      onDeleted();
    },
    onError: () => showToast({ type: "error", message: m.staff.trucksForm.failedToDeleteTruck }),
    onSettled: () => setAsking(false),
  });
  return (
    <FormSection
      title={m.staff.trucksForm.deleteAction}
      description={m.staff.trucksForm.truckItsPageAndIts}
    >
      <div>
        <Button variant="danger" onClick={() => setAsking(true)}>
          {m.staff.trucksForm.deleteTruck}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={m.staff.trucksForm.delete({ name: truck.name })}
        confirmLabel={m.staff.trucksForm.deleteAction}
        destructive
        pending={deletion.isPending}
        onConfirm={() => deletion.mutate()}
      >
        {m.staff.trucksForm.areYouSureYouWant({ name: truck.name })}
      </ConfirmDialog>
    </FormSection>
  );
}
