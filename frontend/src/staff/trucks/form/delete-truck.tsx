import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { StaffTruck } from "@/domain/api/admin-types";
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
      await queryClient.invalidateQueries({ queryKey: ["trucks"], refetchType: "none" });
      onDeleted();
    },
    onError: () => showToast({ type: "error", message: "Failed to delete truck" }),
    onSettled: () => setAsking(false),
  });
  return (
    <FormSection
      title="Delete"
      description="The truck, its page and its menu disappear for good; its orders stay, and its address stays taken. To take it off the street for a while, switch it to not active."
    >
      <div>
        <Button variant="danger" onClick={() => setAsking(true)}>
          Delete truck
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Delete ${truck.name}?`}
        confirmLabel="Delete"
        destructive
        pending={deletion.isPending}
        onConfirm={() => deletion.mutate()}
      >
        Are you sure you want to delete "{truck.name}"? This action cannot be undone.
      </ConfirmDialog>
    </FormSection>
  );
}
