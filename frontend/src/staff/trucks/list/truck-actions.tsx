import { useMutation, useQueryClient } from "@tanstack/react-query";
import { memo, useState } from "react";
import type { StaffTruck } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { allTrucksKey } from "@/domain/query-keys";
import { messages as m } from "@/messages";
import { setTruckActive, showChangedTruck } from "@/staff/trucks/api";
import { DeactivateTruckQuestion, DeleteTruckQuestion } from "@/staff/trucks/truck-questions";
import styles from "@/staff/trucks/trucks.module.css";
import { FROM_LIST } from "@/ui/controls/back-button";
import { Button, ButtonLink } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast";
import { Row, Text } from "@/ui/layout";

interface TruckActionsProps {
  truck: StaffTruck;
  /** The row is about to go: the focus needs another place. */
  onDeleted: () => void;
}

/** Edit, switch on or off, delete. */
export const TruckActions = memo(function TruckActions({ truck, onDeleted }: TruckActionsProps) {
  // Most rows are never asked to go, and a dialog costs more than the whole row.
  const [question, setQuestion] = useState<"delete" | "deactivate" | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [removalError, setRemovalError] = useState<unknown>(null);
  const client = useQueryClient();
  const activity = useMutation({
    mutationFn: (isActive: boolean) => setTruckActive(truck, isActive),
    onSuccess: (changed) => {
      if (!changed.isActive) sayThatItIsOff();
      return showChangedTruck(client, changed);
    },
    onError: () => {
      showToast({ type: "error", message: m.trucks.activate.failed });
      lookAgain();
    },
    onSettled: () => setOpen(false),
  });

  // A colleague may have been quicker; the table shows what is true now.
  function lookAgain() {
    client.invalidateQueries({ queryKey: allTrucksKey() });
  }

  function sayThatItIsOff() {
    showToast({
      type: "success",
      message: m.trucks.deactivate.done({ name: truck.name }),
      action: { label: m.common.undo, onClick: () => activity.mutate(true) },
    });
  }

  function ask(about: "delete" | "deactivate") {
    setRemovalError(null);
    activity.reset();
    setQuestion(about);
    setOpen(true);
  }

  const problem = activity.error ?? removalError;
  const toggle = toggleLabel(truck, activity.isPending);
  return (
    <>
      <Row gap={1} className={styles.actions}>
        <ButtonLink
          to={`/admin/trucks/edit/${truck._id}`}
          state={FROM_LIST}
          aria-label={m.common.editNamed({ name: truck.name })}
        >
          {m.common.edit}
        </ButtonLink>
        <Button
          variant="quiet"
          busy={activity.isPending}
          aria-label={`${toggle} ${truck.name}`}
          onClick={() => (truck.isActive ? ask("deactivate") : activity.mutate(true))}
        >
          {toggle}
        </Button>
        <Button
          variant="quiet"
          className={styles.delete}
          aria-label={m.common.deleteNamed({ name: truck.name })}
          onClick={() => ask("delete")}
        >
          {m.common.delete}
        </Button>
      </Row>
      {problem ? (
        <Text tone="danger" size="s" className={styles.problem}>
          {errorMessage(problem)}
        </Text>
      ) : null}
      {question === "delete" ? (
        <DeleteTruckQuestion
          truck={truck}
          open={isOpen}
          onOpenChange={setOpen}
          onDeleted={() => {
            const message = m.trucks.delete.done({ name: truck.name });
            showToast({ type: "success", message });
            onDeleted();
          }}
          onFailed={(error) => {
            setRemovalError(error);
            lookAgain();
          }}
        />
      ) : null}
      {question === "deactivate" ? (
        <DeactivateTruckQuestion
          truck={truck}
          open={isOpen}
          onOpenChange={setOpen}
          pending={activity.isPending}
          onConfirm={() => activity.mutate(false)}
        />
      ) : null}
    </>
  );
});

function toggleLabel(truck: StaffTruck, isPending: boolean): string {
  if (isPending) return m.common.updating;
  return truck.isActive ? m.trucks.deactivate.action : m.trucks.activate.action;
}
