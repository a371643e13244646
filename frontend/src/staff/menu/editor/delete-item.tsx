import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { StaffMenuItem } from "@/domain/api/admin-types";
import { deleteItem } from "@/staff/menu/api";
import { Button } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast-store";
import { FormSection } from "@/ui/layout/form-section";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";

interface DeleteItemProps {
  item: StaffMenuItem;
  onDeleted: () => void;
}

export function DeleteItem({ item, onDeleted }: DeleteItemProps) {
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const deletion = useMutation({
    mutationFn: () => deleteItem(item._id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["menu"], refetchType: "none" });
      onDeleted();
    },
    onError: () => showToast({ type: "error", message: "Failed to delete menu item" }),
    onSettled: () => setAsking(false),
  });
  return (
    <FormSection
      title="Delete"
      description="It disappears from the menu for good; orders that hold it stay as they are. To take it off for a day, switch it to not available."
    >
      <div>
        <Button variant="danger" onClick={() => setAsking(true)}>
          Delete menu item
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Delete ${item.name}?`}
        confirmLabel="Delete"
        destructive
        pending={deletion.isPending}
        onConfirm={() => deletion.mutate()}
      >
        Are you sure you want to delete this menu item? This cannot be undone.
      </ConfirmDialog>
    </FormSection>
  );
}
