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
      onSuccess: () =>
        showToast({ type: "success", message: m.staff.customers.thePersonalDataWasErased }),
      onError: () => undefined, // shown beside the button
    });
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={m.staff.customers.erase({ name: customer.name || m.staff.customers.thisCustomer })}
      confirmLabel={m.staff.customers.eraseForGood}
      destructive
      pending={isPending}
      onConfirm={handleConfirm}
    >
      <div className={styles.consequences}>
        <p>
          <strong>{m.staff.customers.erasedLabel}</strong>{" "}
          {m.staff.customers.namePhoneEmailNotesUnpaid}
        </p>
        <p>
          <strong>{m.staff.customers.keptLabel}</strong>{" "}
          {m.staff.customers.menuItemsAmountsTimesAnd}
        </p>
        {error ? (
          <Notice tone="danger" title={m.staff.customers.nothingWasErased} role="alert">
            {errorMessage(error)}
          </Notice>
        ) : null}
        <Field
          label={m.staff.customers.lastFourDigitsOf({ hidden: hidden(customer.phone) })}
          hint={m.staff.customers.soThatNobodyElseIs}
          error={isWrong ? m.staff.customers.theseAreNotLastFour : null}
        >
          <TextInput
            value={typed}
            inputMode="numeric"
            autoComplete="off"
            maxLength={DIGITS}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Field>
      </div>
    </ConfirmDialog>
  );
}

/** All but what is to be typed. */
function hidden(phone: string): string {
  return `${displayPhone(phone).slice(0, -DIGITS)}••••`;
}
