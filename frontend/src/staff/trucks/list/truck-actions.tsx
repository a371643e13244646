import { useMutation, useQueryClient } from "@tanstack/react-query";
import { memo, useState } from "react";
import type { StaffTruck } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { allTrucksKey } from "@/domain/query-keys";
import { messages as m } from "@/messages";
import { deleteTruck, forgetTruck, setTruckActive, showChangedTruck } from "@/staff/trucks/api";
import { FROM_LIST } from "@/ui/controls/back-button";
import { Button, ButtonLink } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import styles from "./truck-actions.module.css";

interface TruckActionsProps {
  truck: StaffTruck;
  /** The row is about to go: the focus needs another place. */
  onDeleted: () => void;
}

/** Edit, switch on or off, delete. */
export const TruckActions = memo(function TruckActions({ truck, onDeleted }: TruckActionsProps) {
  // Most rows are never asked to go, and a dialog costs more than the whole row.
  const [question, setQuestion] = useState<"unasked" | "open" | "answered">("unasked");
  const client = useQueryClient();
  const activity = useMutation({
    mutationFn: () => setTruckActive(truck, !truck.isActive),
    onSuccess: (changed) => showChangedTruck(client, changed),
    onError: () => handleFailure(m.staff.trucksList.failedToUpdateTruckStatus),
  });
  const removal = useMutation({
    mutationFn: () => deleteTruck(truck._id),
    onSuccess: () => {
      showToast({ type: "success", message: m.staff.trucksList.wasDeleted({ name: truck.name }) });
      onDeleted();
      return forgetTruck(client, truck);
    },
    onError: () => handleFailure(m.staff.trucksList.failedToDeleteTruck),
    onSettled: () => setQuestion("answered"),
  });
  function handleFailure(message: string) {
    showToast({ type: "error", message });
    // A colleague may have been quicker; the table shows what is true now.
    client.invalidateQueries({ queryKey: allTrucksKey() });
  }

  function handleToggle() {
    removal.reset();
    activity.mutate();
  }

  const problem = activity.error ?? removal.error;
  const toggle = toggleLabel(truck, activity.isPending);
  return (
    <>
      <div className={styles.actions}>
        <ButtonLink
          to={`/admin/trucks/edit/${truck._id}`}
          state={FROM_LIST}
          aria-label={m.staff.trucksList.edit({ name: truck.name })}
        >
          {m.staff.trucksList.edit2}
        </ButtonLink>
        <Button
          variant="quiet"
          busy={activity.isPending}
          aria-label={`${toggle} ${truck.name}`}
          onClick={handleToggle}
        >
          {toggle}
        </Button>
        <Button
          variant="quiet"
          className={styles.delete}
          busy={removal.isPending}
          aria-label={m.staff.trucksList.delete({ name: truck.name })}
          onClick={() => setQuestion("open")}
        >
          {m.staff.trucksList.delete2}
        </Button>
      </div>
      {problem ? <p className={styles.problem}>{errorMessage(problem)}</p> : null}
      {question === "unasked" ? null : (
        <ConfirmDialog
          open={question === "open"}
          onOpenChange={(open) => setQuestion(open ? "open" : "answered")}
          title={m.staff.trucksList.deleteTruck}
          confirmLabel={m.staff.trucksList.deleteAction}
          destructive
          pending={removal.isPending}
          onConfirm={() => removal.mutate()}
        >
          {m.staff.trucksList.areYouSureYouWant({ name: truck.name })}
        </ConfirmDialog>
      )}
    </>
  );
});

function toggleLabel(truck: StaffTruck, isPending: boolean): string {
  if (isPending) return m.staff.trucksList.updating;
  return truck.isActive ? m.staff.trucksList.deactivate : m.staff.trucksList.activate;
}
