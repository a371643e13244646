import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { StaffMenuItem } from "@/domain/api/admin-types";
import { allMenusKey } from "@/domain/query-keys";
import { messages as m } from "@/messages";
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
      await queryClient.invalidateQueries({ queryKey: allMenusKey(), refetchType: "none" });
      onDeleted();
    },
    onError: () => showToast({ type: "error", message: m.staff.menuEditor.failedToDeleteMenuItem }),
    onSettled: () => setAsking(false),
  });
  return (
    <FormSection
      title={m.staff.menuEditor.deleteAction}
      description={m.staff.menuEditor.itDisappearsFromMenuFor}
    >
      <div>
        <Button variant="danger" onClick={() => setAsking(true)}>
          {m.staff.menuEditor.deleteMenuItem}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={m.staff.menuEditor.delete({ name: item.name })}
        confirmLabel={m.staff.menuEditor.deleteAction}
        destructive
        pending={deletion.isPending}
        onConfirm={() => deletion.mutate()}
      >
        {m.staff.menuEditor.areYouSureYouWant}
      </ConfirmDialog>
    </FormSection>
  );
}
