import { useState } from "react";
import { sentenceOf } from "@/api/errors";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { TextInput } from "@/components/ui/text-input";
import { showToast } from "@/components/ui/toast";
import { formatDollars } from "@/lib/money";
import { useDecide } from "./api";
import type { Asked } from "./held-payments";

/** Asks once more, with room for a note. */
export function DecideDialog({ asked, onClose }: { asked: Asked | null; onClose: () => void }) {
  return asked ? <Question key={asked.payment._id} asked={asked} onClose={onClose} /> : null;
}

function Question({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { payment, decision } = asked;
  const [note, setNote] = useState("");
  const { mutate, isPending } = useDecide();
  const isRefund = decision === "refund";
  function handleConfirm() {
    mutate(
      { id: payment._id, decision, note },
      {
        onSuccess: () => {
          const done = isRefund ? "The money is going back" : "Marked as looked at";
          showToast({ type: "success", message: done });
        },
        onError: (error) =>
          showToast({ type: "error", message: `Failed to decide: ${sentenceOf(error)}` }),
        onSettled: onClose,
      },
    );
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={isRefund ? `Give back ${formatDollars(payment.refundable)}?` : "Mark as looked at?"}
      confirmLabel={isRefund ? "Give back" : "Mark as looked at"}
      destructive={isRefund}
      pending={isPending}
      onConfirm={handleConfirm}
    >
      <p>{isRefund ? "It goes back to the card that paid." : "The money stays where it is."}</p>
      <Field label="Note (optional)">
        <TextInput
          value={note}
          maxLength={200}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </Field>
    </ConfirmDialog>
  );
}
