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
import { Row, Stack } from "@/ui/layout";
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
    <Drawer open={open} onOpenChange={onOpenChange} title={m.common.refund}>
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
    <Stack
      as="form"
      gap={4}
      aria-label={m.common.refund}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.ask();
      }}
    >
      <p>
        {m.order.refund.lead({
          refundable: formatDollars(order.refundable),
          total: formatDollars(order.total),
          sourceText: order.source === "counter" ? m.order.refund.counterHint : m.common.backToCard,
        })}
      </p>
      <Ways form={form} />
      {form.way === "amount" ? (
        <Field label={m.common.amount} error={form.errors.amount}>
          <MoneyInput
            value={form.amount}
            maxLength={10}
            onChange={(event) => form.setAmount(event.currentTarget.value)}
          />
        </Field>
      ) : (
        <RefundItems order={order} form={form} />
      )}
      <Field label={m.common.reason} hint={m.order.refund.reasonHint} error={form.errors.reason}>
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
          ? m.order.refund.submit({ amount: formatCents(form.cents) })
          : m.common.refund}
      </Button>
      <ConfirmDialog
        open={form.isAsking}
        onOpenChange={form.setAsking}
        title={m.order.refund.title({ amount: formatCents(form.cents) })}
        confirmLabel={form.isSending ? m.order.refund.running : m.common.refund}
        destructive
        pending={form.isSending}
        onConfirm={() => void form.send()}
      >
        {m.order.refund.question({
          orderNumber: order.orderNumber,
          customerName: order.customerName,
        })}
      </ConfirmDialog>
    </Stack>
  );
}

function Ways({ form }: { form: RefundForm }) {
  return (
    <Stack as="fieldset" gap={2}>
      <legend>{m.order.refund.kind}</legend>
      {(["amount", "quantities"] as const).map((way) => (
        <Row key={way} as="label" gap={2} align="center" oneLine target className={styles.way}>
          <input
            type="radio"
            name="way"
            checked={form.way === way}
            onChange={() => form.setWay(way)}
          />
          {way === "amount" ? m.order.refund.kindAmount : m.order.refund.kindItems}
        </Row>
      ))}
    </Stack>
  );
}
