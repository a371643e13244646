import { useState } from "react";
import type { OrderStatus, StaffOrder } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { RefundRequest } from "@/domain/api/limits.gen";
import { centsToDollars, formatCents, formatDollars, parseDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { type RefundInput, useRefund } from "@/staff/orders/detail/detail-api";
import styles from "@/staff/orders/detail/order-detail.module.css";
import { Button } from "@/ui/controls/button";
import { Checkbox } from "@/ui/controls/checkbox";
import { QuantityStepper } from "@/ui/controls/quantity-stepper";
import { Notice } from "@/ui/feedback/notice";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { MoneyInput } from "@/ui/inputs/money-input";
import { Textarea } from "@/ui/inputs/text-input";
import { Row, Stack, Text } from "@/ui/layout";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { Drawer } from "@/ui/overlay/dialog";
import {
  checkRefund,
  chosenItems,
  itemsLeft,
  type Quantities,
  type RefundErrors,
  shareCents,
} from "./refund-limits";

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
        })}{" "}
        {order.source === "counter" ? m.order.refund.counterHint : m.common.backToCard}
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

/** How many pieces of each line go back; never more than are left. */
function RefundItems({ order, form }: { order: StaffOrder; form: RefundForm }) {
  const left = itemsLeft(order);
  const isLess = order.discount > 0;
  const hasTip = order.tip > 0;
  return (
    <div>
      {isLess || hasTip ? (
        <Text soft size="s">
          {[isLess ? m.order.refund.itemsHint : "", hasTip ? m.order.refund.tipHint : ""]
            .filter(Boolean)
            .join(" ")}
        </Text>
      ) : null}
      <ul aria-label={m.order.refund.items}>
        {order.items.map(({ name, unitPrice }, place) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and never change their order.
            key={place}
            as="li"
            gap={2}
            align="center"
            justify="between"
            paddingBlock={2}
            lineAbove
          >
            <span className={styles.lineName}>
              <span>{name}</span>
              <Text as="span" soft size="s">
                {left[place]
                  ? m.order.refund.itemPrice({
                      unitPrice: formatDollars(unitPrice),
                      left: left[place],
                    })
                  : m.order.refund.itemDone}
              </Text>
            </span>
            <QuantityStepper
              itemName={name}
              min={0}
              max={left[place] ?? 0}
              value={form.quantities[place] ?? 0}
              onChange={(quantity) => form.setQuantities({ ...form.quantities, [place]: quantity })}
            />
          </Row>
        ))}
      </ul>
      {form.asksForStock ? (
        <Checkbox
          label={m.order.refund.restock}
          hint={m.order.refund.restockHint}
          checked={form.isBackInStock}
          onChange={(event) => form.setBackInStock(event.currentTarget.checked)}
        />
      ) : null}
      {form.errors.quantities ? (
        <Text tone="danger" role="alert">
          {form.errors.quantities}
        </Text>
      ) : null}
    </div>
  );
}

type RefundForm = ReturnType<typeof useRefundForm>;

/** The drawer's fields, what they come to, and the question before the money goes. */
function useRefundForm(
  order: StaffOrder,
  { mutateAsync, isPending: isSending }: ReturnType<typeof useRefund>,
  onDone: () => void,
) {
  const [way, setWay] = useState<"amount" | "quantities">("amount");
  const [amount, setAmount] = useState("");
  const [quantities, setQuantities] = useState<Quantities>({});
  const [reason, setReason] = useState("");
  const [isBackInStock, setBackInStock] = useState(false);
  const [found, setFound] = useState<RefundErrors>({});
  const [problem, setProblem] = useState("");
  const [isAsking, setAsking] = useState(false);
  const cents = way === "amount" ? (parseDollars(amount) ?? 0) : shareCents(order, quantities);

  const wrong = checkRefund(order, way, quantities, cents, reason);
  const errors = stillWrong(found, wrong);
  // Food that the kitchen has started is gone, and only a stop has stock.
  const asksForStock = isNotStarted(order.status) && Boolean(order.stopId);

  function ask() {
    setFound(wrong);
    setProblem("");
    setAsking(Object.keys(wrong).length === 0);
  }

  async function send() {
    const what =
      way === "amount"
        ? { amount: centsToDollars(cents) }
        : {
            items: chosenItems(quantities),
            ...(asksForStock && isBackInStock ? { backInStock: true } : {}),
          };
    const refund: RefundInput = { ...what, reason: reason.trim() };
    try {
      await mutateAsync(refund);
      showToast({
        type: "success",
        message: m.order.refund.done({ amount: formatCents(cents) }),
      });
      onDone();
    } catch (error) {
      setProblem(m.order.refund.failed({ errorMessage: errorMessage(error) }));
    } finally {
      setAsking(false);
    }
  }

  return {
    ...{ way, setWay, amount, setAmount, quantities, setQuantities, reason, setReason },
    ...{ asksForStock, isBackInStock, setBackInStock },
    ...{ errors, problem, cents, isAsking, setAsking, isSending, ask, send },
  };
}

/** The problems that were found and are there still: one that is corrected goes while typing, none comes. */
function stillWrong(found: RefundErrors, now: RefundErrors): RefundErrors {
  const names = Object.keys(found) as (keyof RefundErrors)[];
  return Object.fromEntries(names.filter((name) => now[name]).map((name) => [name, now[name]]));
}

function isNotStarted(status: OrderStatus): boolean {
  return status === "pending" || status === "confirmed";
}
