import { useState } from "react";
import { errorMessage } from "@/domain/api/errors";
import { DecisionRequest } from "@/domain/api/limits.gen";
import { whenDone } from "@/domain/api/when-done";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { ConfirmDialog } from "@/ui/overlay/dialog";
import { type Asked, useDecide } from "./api";

interface DecideDialogProps {
  asked: Asked | null;
  onClose: () => void;
}

/** Asks once more, with room for a note. */
export function DecideDialog({ asked, onClose }: DecideDialogProps) {
  // Outlives the question: asked again, an unanswered decision is repeated under its own key.
  const decide = useDecide();
  return asked ? (
    <Question key={asked.payment._id} asked={asked} decide={decide} onClose={onClose} />
  ) : null;
}

interface QuestionProps {
  asked: Asked;
  decide: ReturnType<typeof useDecide>;
  onClose: () => void;
}

function Question({ asked, decide, onClose }: QuestionProps) {
  const { payment, decision } = asked;
  const [note, setNote] = useState("");
  const { mutateAsync, isPending } = decide;
  const isRefund = decision === "refund";
  function handleConfirm() {
    const call = { id: payment._id, decision, note };
    whenDone(mutateAsync(call, { onSettled: onClose }), {
      onSuccess: () => {
        const done = isRefund ? m.heldPayments.refund.done : m.heldPayments.review.done;
        showToast({ type: "success", message: done });
      },
      onError: (error) => {
        showToast({
          type: "error",
          message: m.heldPayments.decideFailed({ errorMessage: errorMessage(error) }),
        });
      },
    });
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={
        isRefund
          ? m.heldPayments.refund.title({ amount: formatDollars(payment.refundable) })
          : m.heldPayments.review.title
      }
      confirmLabel={isRefund ? m.common.refund : m.heldPayments.review.action}
      destructive={isRefund}
      pending={isPending}
      onConfirm={handleConfirm}
    >
      <p>{isRefund ? m.common.backToCard : m.heldPayments.review.hint}</p>
      <Field label={m.common.noteOptional}>
        <TextInput
          value={note}
          maxLength={DecisionRequest.note.maxLength}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </Field>
    </ConfirmDialog>
  );
}
