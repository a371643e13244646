import { useState } from "react";
import { sentenceOf } from "@/api/errors";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { TextInput } from "@/components/ui/text-input";
import { showToast } from "@/components/ui/toast";
import { formatDollars } from "@/lib/money";
import { useIdempotencyKey } from "@/lib/use-idempotency-key";
import { useDecide } from "./api";
import type { Asked } from "./held-payments";

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
  const { mutate, isPending } = useDecide();
  const isRefund = decision === "refund";
  function handleConfirm() {
    const key = keyFor(JSON.stringify([payment._id, decision, note]));
    mutate(
      { id: payment._id, decision, note, key: key.value },
      {
        onSuccess: () => {
          key.settle();
          const done = isRefund ? "The money is going back" : "Marked as looked at";
          showToast({ type: "success", message: done });
        },
        onError: (error) => {
          key.settleAfter(error);
          showToast({ type: "error", message: `Failed to decide: ${sentenceOf(error)}` });
        },
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
