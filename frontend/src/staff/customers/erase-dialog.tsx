import { useState } from "react";
import type { Customer } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { displayPhone } from "@/domain/values/phone";
import { Notice } from "@/ui/feedback/notice";
import { showToast } from "@/ui/feedback/toast-store";
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
  const { mutate, isPending, error } = useErasure(customer._id);

  function handleConfirm() {
    const fits = typed.trim() === customer.phone.slice(-DIGITS);
    setWrong(!fits);
    if (!fits) return;
    mutate(undefined, {
      onSuccess: () => {
        showToast({ type: "success", message: "The personal data was erased" });
        onClose();
      },
    });
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Erase ${customer.name || "this customer"}?`}
      confirmLabel="Erase for good"
      destructive
      pending={isPending}
      onConfirm={handleConfirm}
    >
      <div className={styles.consequences}>
        <p>
          <strong>Goes:</strong> name, phone, email, notes, unpaid carts, unsent texts and the words
          of sent ones. At all food trucks, and what the payment provider knows of the cart.
        </p>
        <p>
          <strong>Stays:</strong> menu items, amounts, times and order numbers, so that every figure
          is what it was.
        </p>
        {error ? (
          <Notice tone="danger" title="Nothing was erased" role="alert">
            {errorMessage(error)}
          </Notice>
        ) : null}
        <Field
          label={`Last four digits of ${hidden(customer.phone)}`}
          hint="So that nobody else is erased by mistake. It cannot be undone."
          error={isWrong ? "These are not the last four digits of the phone number." : null}
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
