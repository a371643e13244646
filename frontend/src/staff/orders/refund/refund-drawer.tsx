import type { StaffOrder } from "@/domain/api/admin-types";
import { useIdempotencyKey } from "@/domain/api/use-idempotency-key";
import { formatCents, formatDollars } from "@/domain/values/money";
import styles from "@/staff/orders/detail/order-detail.module.css";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { Field } from "@/ui/inputs/field";
import { MoneyInput } from "@/ui/inputs/money-input";
import { Textarea } from "@/ui/inputs/textarea";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { Drawer } from "@/ui/overlay/drawer";
import { RefundItems } from "./refund-items";
import { type RefundForm, useRefundForm } from "./use-refund-form";

interface RefundDrawerProps {
  order: StaffOrder;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Gives part of an order back, or all that is left of it. */
export function RefundDrawer({ order, open, onOpenChange }: RefundDrawerProps) {
  // Outlives the form: closed and opened again, an unanswered refund is repeated under its own key.
  const keyFor = useIdempotencyKey();
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title="Refund">
      <RefundFields order={order} keyFor={keyFor} onDone={() => onOpenChange(false)} />
    </Drawer>
  );
}

interface RefundFieldsProps {
  order: StaffOrder;
  keyFor: ReturnType<typeof useIdempotencyKey>;
  onDone: () => void;
}

function RefundFields({ order, keyFor, onDone }: RefundFieldsProps) {
  const form = useRefundForm(order, keyFor, onDone);
  return (
    <form
      className={styles.form}
      aria-label="Refund"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.ask();
      }}
    >
      <p>
        {formatDollars(order.refundable)} of {formatDollars(order.total)} can still be given back.{" "}
        {order.source === "counter"
          ? "This order was paid at the counter: hand the money over there, this writes it down."
          : "It goes back to the card that paid."}
      </p>
      <Ways form={form} />
      {form.way === "amount" ? (
        <Field label="Amount" error={form.errors.amount}>
          <MoneyInput
            value={form.amount}
            maxLength={10}
            onChange={(event) => form.setAmount(event.currentTarget.value)}
          />
        </Field>
      ) : (
        <RefundItems order={order} form={form} />
      )}
      <Field label="Reason" hint="For your own books." error={form.errors.reason}>
        <Textarea
          value={form.reason}
          rows={2}
          maxLength={200}
          onChange={(event) => form.setReason(event.currentTarget.value)}
        />
      </Field>
      {form.problem ? <Notice tone="danger" role="alert" title={form.problem} /> : null}
      <Button type="submit" variant="primary" block disabled={form.isSending}>
        {form.cents > 0 ? `Refund ${formatCents(form.cents)}` : "Refund"}
      </Button>
      <ConfirmDialog
        open={form.isAsking}
        onOpenChange={form.setAsking}
        title={`Refund ${formatCents(form.cents)}?`}
        confirmLabel={form.isSending ? "Refunding..." : "Refund"}
        destructive
        pending={form.isSending}
        onConfirm={() => void form.send()}
      >
        Order #{order.orderNumber} of {order.customerName}. This cannot be undone.
      </ConfirmDialog>
    </form>
  );
}

function Ways({ form }: { form: RefundForm }) {
  return (
    <fieldset className={styles.ways}>
      <legend>What goes back</legend>
      {(["amount", "quantities"] as const).map((way) => (
        <label key={way} className={styles.way}>
          <input
            type="radio"
            name="way"
            checked={form.way === way}
            onChange={() => form.setWay(way)}
          />
          {way === "amount" ? "An amount" : "Items with their tax"}
        </label>
      ))}
    </fieldset>
  );
}
