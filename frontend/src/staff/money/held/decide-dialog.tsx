import { useState } from "react";
import { errorMessage } from "@/domain/api/errors";
import { DecisionRequest } from "@/domain/api/limits.gen";
import { whenDone } from "@/domain/api/when-done";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
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
        const done = isRefund ? m.staff.money.theMoneyIsGoingBack : m.staff.money.markedAsReviewed;
        showToast({ type: "success", message: done });
      },
      onError: (error) => {
        showToast({
          type: "error",
          message: m.staff.money.failedToDecide({ errorMessage: errorMessage(error) }),
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
          ? m.staff.money.refund({ refundable: formatDollars(payment.refundable) })
          : m.staff.money.markAsReviewed
      }
      confirmLabel={isRefund ? m.staff.money.refund2 : m.staff.money.markAsReviewed2}
      destructive={isRefund}
      pending={isPending}
      onConfirm={handleConfirm}
    >
      <p>{isRefund ? m.staff.money.itGoesBackToCard : m.staff.money.moneyStaysWhereItIs}</p>
      <Field label={m.staff.money.noteOptional}>
        <TextInput
          value={note}
          maxLength={DecisionRequest.note.maxLength}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </Field>
    </ConfirmDialog>
  );
}
