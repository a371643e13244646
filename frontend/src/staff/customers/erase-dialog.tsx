import { useState } from "react";
import type { Customer } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { whenDone } from "@/domain/api/when-done";
import { displayPhone } from "@/domain/values/phone";
import { messages as m } from "@/messages";
import { Notice } from "@/ui/feedback/notice";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { Stack } from "@/ui/layout";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { useErasure } from "./api";
import styles from "./customers.module.css";

const DIGITS = 4;

interface EraseDialogProps {
  customer: Customer;
  onClose: () => void;
}

/** Says what goes and what stays, and has the number typed: there is no way back. */
export function EraseDialog({ customer, onClose }: EraseDialogProps) {
  const [typed, setTyped] = useState("");
  const [isWrong, setWrong] = useState(false);
  const { mutateAsync, isPending, error } = useErasure(customer._id);

  function handleConfirm() {
    const fits = typed.trim() === customer.phone.slice(-DIGITS);
    setWrong(!fits);
    if (!fits) return;
    whenDone(mutateAsync(undefined, { onSuccess: onClose }), {
      onSuccess: () => showToast({ type: "success", message: m.customers.erase.done }),
      onError: () => undefined, // shown beside the button
    });
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={m.customers.erase.title({ name: customer.name || m.customers.erase.unnamed })}
      confirmLabel={m.common.eraseForGood}
      destructive
      pending={isPending}
      onConfirm={handleConfirm}
    >
      <Stack gap={4} textAlign="start" className={styles.consequences}>
        <p>
          <strong>{m.common.erasedLabel}</strong> {m.customers.erase.deleted}
        </p>
        <p>
          <strong>{m.common.keptLabel}</strong> {m.customers.erase.kept}
        </p>
        {error ? (
          <Notice tone="danger" title={m.customers.erase.failed} role="alert">
            {errorMessage(error)}
          </Notice>
        ) : null}
        <Field
          label={m.customers.erase.lastFour({ maskedPhone: hidden(customer.phone) })}
          hint={m.customers.erase.lastFourHint}
          error={isWrong ? m.customers.erase.lastFourWrong : null}
        >
          <TextInput
            value={typed}
            inputMode="numeric"
            autoComplete="off"
            maxLength={DIGITS}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Field>
      </Stack>
    </ConfirmDialog>
  );
}

/** All but what is to be typed. */
function hidden(phone: string): string {
  return `${displayPhone(phone).slice(0, -DIGITS)}••••`;
}
