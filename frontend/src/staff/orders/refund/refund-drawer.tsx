import type { StaffOrder } from "@/domain/api/admin-types";
import { RefundRequest } from "@/domain/api/limits.gen";
import { formatCents, formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { useRefund } from "@/staff/orders/detail/detail-api";
import styles from "@/staff/orders/detail/order-detail.module.css";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { Field } from "@/ui/inputs/field";
import { MoneyInput } from "@/ui/inputs/money-input";
import { Textarea } from "@/ui/inputs/text-input";
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
  const refund = useRefund(order._id);
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title={m.staff.ordersDetail.refund}>
      <RefundFields order={order} refund={refund} onDone={() => onOpenChange(false)} />
    </Drawer>
  );
}

interface RefundFieldsProps {
  order: StaffOrder;
  refund: ReturnType<typeof useRefund>;
  onDone: () => void;
}

function RefundFields({ order, refund, onDone }: RefundFieldsProps) {
  const form = useRefundForm(order, refund, onDone);
  return (
    <form
      className={styles.form}
      aria-label={m.staff.ordersDetail.refund}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.ask();
      }}
    >
      <p>
        {m.staff.ordersDetail.ofCanStillBeGiven({
          refundable: formatDollars(order.refundable),
          total: formatDollars(order.total),
          sourceText:
            order.source === "counter"
              ? m.staff.ordersDetail.thisOrderWasPaidAt
              : m.staff.ordersDetail.itGoesBackToCard,
        })}
      </p>
      <Ways form={form} />
      {form.way === "amount" ? (
        <Field label={m.staff.ordersDetail.amount} error={form.errors.amount}>
          <MoneyInput
            value={form.amount}
            maxLength={10}
            onChange={(event) => form.setAmount(event.currentTarget.value)}
          />
        </Field>
      ) : (
        <RefundItems order={order} form={form} />
      )}
      <Field
        label={m.staff.ordersDetail.reason}
        hint={m.staff.ordersDetail.forYourOwnBooks}
        error={form.errors.reason}
      >
        <Textarea
          value={form.reason}
          rows={2}
          maxLength={RefundRequest.reason.maxLength}
          onChange={(event) => form.setReason(event.currentTarget.value)}
        />
      </Field>
      {form.problem ? <Notice tone="danger" role="alert" title={form.problem} /> : null}
      <Button type="submit" variant="primary" block disabled={form.isSending}>
        {form.cents > 0
          ? m.staff.ordersDetail.refund2({ cents: formatCents(form.cents) })
          : m.staff.ordersDetail.refund}
      </Button>
      <ConfirmDialog
        open={form.isAsking}
        onOpenChange={form.setAsking}
        title={m.staff.ordersDetail.refund3({ cents: formatCents(form.cents) })}
        confirmLabel={form.isSending ? m.staff.ordersDetail.refunding : m.staff.ordersDetail.refund}
        destructive
        pending={form.isSending}
        onConfirm={() => void form.send()}
      >
        {m.staff.ordersDetail.orderOfThisCannotBe({
          orderNumber: order.orderNumber,
          customerName: order.customerName,
        })}
      </ConfirmDialog>
    </form>
  );
}

function Ways({ form }: { form: RefundForm }) {
  return (
    <fieldset className={styles.ways}>
      <legend>{m.staff.ordersDetail.whatGoesBack}</legend>
      {(["amount", "quantities"] as const).map((way) => (
        <label key={way} className={styles.way}>
          <input
            type="radio"
            name="way"
            checked={form.way === way}
            onChange={() => form.setWay(way)}
          />
          {way === "amount"
            ? m.staff.ordersDetail.anAmount
            : m.staff.ordersDetail.itemsWithTheirTax}
        </label>
      ))}
    </fieldset>
  );
}
