import { useId, useState } from "react";
import { errorMessage } from "@/domain/api/errors";
import { RefundRequest } from "@/domain/api/limits.gen";
import type { OrderStatus, StaffOrder } from "@/domain/api/staff-types";
import {
  centsToDollars,
  dollarsToCents,
  formatCents,
  formatDollars,
  parseDollars,
} from "@/domain/values/money";
import { messages as m } from "@/messages";
import { type RefundInput, useRefund } from "@/staff/orders/detail/api";
import styles from "@/staff/orders/detail/order-detail.module.css";
import { Button } from "@/ui/controls/button";
import { Checkbox } from "@/ui/controls/checkbox-and-switch";
import { Chip } from "@/ui/controls/chip";
import { QuantityStepper } from "@/ui/controls/quantity-stepper";
import { Notice } from "@/ui/feedback/notice";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { MoneyInput } from "@/ui/inputs/money-and-percent-input";
import { Textarea } from "@/ui/inputs/text-input-and-textarea";
import { Row, Stack, Text } from "@/ui/layout";
import { Drawer } from "@/ui/overlay/dialog-and-drawer";
import {
  checkRefund,
  chosenItems,
  itemsLeft,
  type Quantities,
  type RefundErrors,
  shareCents,
} from "./refund-amount-and-checks";

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
        void form.send();
      }}
    >
      <p>
        {m.order.refund.lead({
          refundable: formatDollars(order.refundable),
          total: formatDollars(order.total),
        })}{" "}
        {order.source === "counter" ? m.order.refund.counterHint : m.common.backToCard}
      </p>
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
      <div>
        <Button
          variant="quiet"
          onClick={() => form.setWay(form.way === "amount" ? "quantities" : "amount")}
        >
          {form.way === "amount" ? m.order.refund.byItems : m.order.refund.byAmount}
        </Button>
      </div>
      <Reasons form={form} />
      {form.problem ? <Notice tone="danger" role="alert" title={form.problem} /> : null}
      <Stack paddingBlock={3} surface="card" gap={1} className={styles.send}>
        <Button type="submit" variant="primary" size="large" block busy={form.isSending}>
          {form.isSending
            ? m.order.refund.running
            : form.cents > 0
              ? m.order.refund.submit({ amount: formatCents(form.cents) })
              : m.common.refund}
        </Button>
        <Text soft size="s">
          {m.order.refund.final}
        </Text>
      </Stack>
    </Stack>
  );
}

type Reason = NonNullable<RefundInput["reasonCode"]>;
const REASONS: readonly Reason[] = ["sold_out", "mistake", "late", "quality", "other"];

/** Why, as one press; anything else is typed. */
function Reasons({ form }: { form: RefundForm }) {
  const { reason, setReason, errors } = form;
  const errorId = useId();
  return (
    <Stack gap={2} columns="fill">
      <fieldset aria-describedby={errors.reason ? errorId : undefined}>
        <Text as="legend" weight={650} marginBottom={2}>
          {m.common.reason}
        </Text>
        <Row gap={2}>
          {REASONS.map((kind) => (
            <Chip
              key={kind}
              pressed={reason.kind === kind}
              onPress={() => setReason({ ...reason, kind })}
            >
              {m.order.refund.reasons[kind]}
            </Chip>
          ))}
        </Row>
      </fieldset>
      {reason.kind === "other" ? (
        <Field label={m.order.refund.otherReason} hint={m.order.refund.reasonHint}>
          <Textarea
            value={reason.typed}
            rows={2}
            maxLength={RefundRequest.reason.maxLength}
            onChange={(event) => setReason({ ...reason, typed: event.currentTarget.value })}
          />
        </Field>
      ) : null}
      {errors.reason ? (
        <Text id={errorId} tone="danger" size="s" weight={600} role="alert">
          {errors.reason}
        </Text>
      ) : null}
    </Stack>
  );
}

/** Which lines go back, and how many pieces of each; never more than are left. */
function RefundItems({ order, form }: { order: StaffOrder; form: RefundForm }) {
  const left = itemsLeft(order);
  const hints = [
    order.discount > 0 ? m.order.refund.itemsHint : "",
    order.tip > 0 && !form.isEverything ? m.order.refund.tipHint : "",
  ].filter(Boolean);
  return (
    <Stack gap={2} columns="fill">
      <div>
        <Chip pressed={form.isEverything} onPress={form.setEverything}>
          {m.order.refund.everything({ amount: formatDollars(order.refundable) })}
        </Chip>
      </div>
      <ul aria-label={m.order.refund.items}>
        {order.items.map(({ name, unitPrice }, place) => {
          const most = left[place] ?? 0;
          const chosen = form.quantities[place] ?? 0;
          return (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and never change their order.
              key={place}
              as="li"
              gap={2}
              align="center"
              justify="between"
              paddingBlock={1}
              lineAbove
            >
              <Checkbox
                label={name}
                hint={
                  most > 0
                    ? m.order.refund.itemPrice({ unitPrice: formatDollars(unitPrice), left: most })
                    : m.order.refund.itemDone
                }
                className={styles.lineName}
                disabled={most === 0}
                checked={chosen > 0}
                onChange={() => form.setQuantity(place, chosen > 0 ? 0 : most)}
              />
              {chosen > 0 && most > 1 ? (
                <QuantityStepper
                  itemName={name}
                  max={most}
                  value={chosen}
                  onChange={(quantity) => form.setQuantity(place, quantity)}
                />
              ) : null}
            </Row>
          );
        })}
      </ul>
      {hints.length > 0 ? (
        <Text soft size="s">
          {hints.join(" ")}
        </Text>
      ) : null}
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
    </Stack>
  );
}

type RefundForm = ReturnType<typeof useRefundForm>;

/** The drawer's fields, and what they come to. The button names the amount: nothing asks once more. */
function useRefundForm(
  order: StaffOrder,
  { mutateAsync, isPending: isSending }: ReturnType<typeof useRefund>,
  onDone: () => void,
) {
  const [way, setWay] = useState<"amount" | "quantities">("quantities");
  const [amount, setAmount] = useState("");
  const [quantities, setQuantities] = useState<Quantities>({});
  const [isEverything, setIsEverything] = useState(false);
  const [reason, setReason] = useState<{ kind: Reason | null; typed: string }>(NO_REASON);
  const [isBackInStock, setBackInStock] = useState(false);
  const [found, setFound] = useState<RefundErrors>({});
  const [problem, setProblem] = useState("");
  const ofItems = shareCents(order, quantities);
  const refundable = dollarsToCents(order.refundable);
  const chosenCents = isEverything ? refundable : ofItems;
  const cents = way === "amount" ? (parseDollars(amount) ?? 0) : chosenCents;
  const isAmount = way === "amount";

  const typed = reason.kind === "other" ? reason.typed.trim() : "";
  const hasReason = reason.kind !== null && (reason.kind !== "other" || typed !== "");
  const wrong = checkRefund(order, way, quantities, cents, hasReason);
  const errors = stillWrong(found, wrong);
  // Food that the kitchen has started is gone, and only a stop has stock.
  const asksForStock = !isAmount && isNotStarted(order.status) && Boolean(order.stopId);

  function setQuantity(place: number, quantity: number) {
    setIsEverything(false);
    setQuantities({ ...quantities, [place]: quantity });
  }

  function setEverything(isOn: boolean) {
    setIsEverything(isOn);
    setQuantities(isOn ? { ...itemsLeft(order) } : {});
  }

  async function send() {
    setFound(wrong);
    setProblem("");
    if (Object.keys(wrong).length > 0 || isSending) return;
    const pieces = {
      ...(isEverything ? { everything: true as const } : { items: chosenItems(quantities) }),
      ...(asksForStock && isBackInStock ? { backInStock: true } : {}),
    };
    const what = isAmount ? { amount: centsToDollars(cents) } : pieces;
    const why = typed ? { reason: typed } : {};
    const refund: RefundInput = { ...what, reasonCode: reason.kind ?? "other", ...why };
    try {
      await mutateAsync(refund);
      showToast({
        type: "success",
        message: m.order.refund.done({ amount: formatCents(cents) }),
      });
      onDone();
    } catch (error) {
      setProblem(m.order.refund.failed({ errorMessage: errorMessage(error) }));
    }
  }

  return {
    ...{ way, setWay, amount, setAmount, quantities, setQuantity, isEverything, setEverything },
    ...{ reason, setReason, asksForStock, isBackInStock, setBackInStock },
    ...{ errors, problem, cents, isSending, send },
  };
}

const NO_REASON = { kind: null, typed: "" };

/** The problems that were found and are there still: one that is corrected goes while typing, none comes. */
function stillWrong(found: RefundErrors, now: RefundErrors): RefundErrors {
  const names = Object.keys(found) as (keyof RefundErrors)[];
  return Object.fromEntries(names.filter((name) => now[name]).map((name) => [name, now[name]]));
}

function isNotStarted(status: OrderStatus): boolean {
  return status === "pending" || status === "confirmed";
}
