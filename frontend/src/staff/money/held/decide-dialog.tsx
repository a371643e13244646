import { useState } from "react";
import { errorMessage } from "@/domain/api/errors";
import { DecisionRequest } from "@/domain/api/limits.gen";
import { useIdempotencyKey } from "@/domain/api/use-idempotency-key";
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
  const keyFor = useIdempotencyKey();
  return asked ? (
    <Question key={asked.payment._id} asked={asked} keyFor={keyFor} onClose={onClose} />
  ) : null;
}

interface QuestionProps {
  asked: Asked;
  keyFor: ReturnType<typeof useIdempotencyKey>;
  onClose: () => void;
}

function Question({ asked, keyFor, onClose }: QuestionProps) {
  const { payment, decision } = asked;
  const [note, setNote] = useState("");
  const { mutateAsync, isPending } = useDecide();
  const isRefund = decision === "refund";
  function handleConfirm() {
    const key = keyFor(JSON.stringify([payment._id, decision, note]));
    const call = { id: payment._id, decision, note, key: key.value };
    whenDone(mutateAsync(call, { onSettled: onClose }), {
      onSuccess: () => {
        key.release();
        const done = isRefund ? m.staff.money.theMoneyIsGoingBack : m.staff.money.markedAsReviewed;
        showToast({ type: "success", message: done });
      },
      onError: (error) => {
        key.releaseAfter(error);
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
