import type { StaffOrder } from "@/api/admin-types";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Drawer } from "@/components/ui/drawer";
import { Field } from "@/components/ui/field";
import { MoneyInput } from "@/components/ui/money-input";
import { Notice } from "@/components/ui/notice";
import { Textarea } from "@/components/ui/textarea";
import { formatCents, formatDollars } from "@/lib/money";
import { useIdempotencyKey } from "@/lib/use-idempotency-key";
import styles from "./order-detail.module.css";
import { RefundPieces } from "./refund-pieces";
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
    <Drawer open={open} onOpenChange={onOpenChange} title="Give money back">
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
      aria-label="Give money back"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.ask();
      }}
    >
      <p>
        {formatDollars(order.refundable)} of {formatDollars(order.total)} can still be given back.{" "}
        {order.source === "counter"
          ? "This order was paid at the window: hand the money over there, this writes it down."
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
        <RefundPieces order={order} form={form} />
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
        {form.cents > 0 ? `Give back ${formatCents(form.cents)}` : "Give back"}
      </Button>
      <ConfirmDialog
        open={form.isAsking}
        onOpenChange={form.setAsking}
        title={`Give back ${formatCents(form.cents)}?`}
        confirmLabel={form.isSending ? "Giving back..." : "Give back"}
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
      {(["amount", "pieces"] as const).map((way) => (
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
