import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { StaffTruck } from "@/api/admin-types";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormSection } from "@/components/ui/form-section";
import { showToast } from "@/components/ui/toast-store";
import { deleteTruck } from "./api";

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
