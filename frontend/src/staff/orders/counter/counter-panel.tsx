import { type FormEvent, useState } from "react";
import { CounterOrderRequest } from "@/domain/api/limits.gen";
import { countItems } from "@/domain/cart/cart-rules";
import { formatCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { SegmentedChoice } from "@/ui/controls/choices/segmented-choice";
import { Notice } from "@/ui/feedback/notice";
import { Field } from "@/ui/inputs/field";
import { PhoneInput } from "@/ui/inputs/phone-input";
import { TextInput } from "@/ui/inputs/text-input";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { TipField } from "@/ui/tips/tip-field";
import styles from "./counter.module.css";
import { CounterLines } from "./counter-lines";
import { CounterSlot } from "./counter-slot";
import type { CounterOrder } from "./use-counter-order";

const PANEL_ID = "counter-order";

const payments = () =>
  [
    { value: "cash", label: m.staff.ordersCounter.cash },
    { value: "card", label: m.staff.ordersCounter.card },
    { value: "unpaid", label: m.staff.ordersCounter.notPaidYet },
  ] as const;

/** The order so far, what it comes to, and how it is paid. */
export function CounterPanel({ order }: { order: CounterOrder }) {
  const count = countItems(order.lines);
  const total = formatCents(order.totals.totalCents);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    void order.submit();
  }

  return (
    <form
      id={PANEL_ID}
      tabIndex={-1}
      aria-label={m.staff.ordersCounter.thisOrder}
      className={styles.panel}
      onSubmit={handleSubmit}
      noValidate
    >
      <div className={styles.panelHead}>
        <h2 className={styles.panelTitle}>{m.staff.ordersCounter.thisOrder}</h2>
        {order.isUnfinished ? <ClearButton order={order} /> : null}
      </div>
      {count === 0 ? <p className={styles.hint}>{m.staff.ordersCounter.nothingYet}</p> : null}
      <CounterLines order={order} />
      {count > 0 ? <Totals order={order} /> : null}
      <CounterSlot order={order} />
      {order.tipPresets && count > 0 ? (
        <TipField
          presets={order.tipPresets}
          subtotalCents={order.totals.subtotalCents}
          {...order.tip}
        />
      ) : null}
      <DetailFields order={order} />
      <div className={styles.submit}>
        {order.refusal ? (
          <Notice tone="danger" role="alert" title={order.refusal.message}>
            {order.refusal.toldCents === order.totals.totalCents
              ? null
              : m.staff.ordersCounter.totalIsNow({
                  total,
                  told: formatCents(order.refusal.toldCents),
                })}
          </Notice>
        ) : null}
        <Button
          type="submit"
          variant="primary"
          size="large"
          block
          disabled={count === 0}
          busy={order.isSending}
        >
          {order.isSending
            ? m.staff.ordersCounter.takingTheOrder
            : m.staff.ordersCounter.takeOrder({ total })}
        </Button>
      </div>
    </form>
  );
}

/** On a phone, the way from the menu to the order below it. */
export function ReviewBar({ order }: { order: CounterOrder }) {
  const count = countItems(order.lines);
  if (count === 0) return null;
  return (
    <a
      href={`#${PANEL_ID}`}
      className={styles.jump}
      onClick={(event) => {
        event.preventDefault();
        showPanel();
      }}
    >
      <span>{m.staff.ordersCounter.itemItems({ count })}</span>
      <span>{m.staff.ordersCounter.review({ total: formatCents(order.totals.totalCents) })}</span>
    </a>
  );
}

/** The focus goes along, so that the next key is pressed in the order. */
function showPanel() {
  const panel = document.getElementById(PANEL_ID);
  panel?.focus({ preventScroll: true });
  panel?.scrollIntoView?.();
}

function ClearButton({ order }: { order: CounterOrder }) {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button variant="quiet" disabled={order.isSending} onClick={() => setAsks(true)}>
        {m.staff.ordersCounter.clear}
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={m.staff.ordersCounter.clearThisOrder}
        confirmLabel={m.staff.ordersCounter.clear}
        destructive
        onConfirm={() => {
          // The button goes with the order.
          document.getElementById(PANEL_ID)?.focus({ preventScroll: true });
          order.startNext();
        }}
      >
        <p>{m.staff.ordersCounter.clearRemoves}</p>
      </ConfirmDialog>
    </>
  );
}

function Totals({ order: { totals } }: { order: CounterOrder }) {
  return (
    <dl className={styles.totals}>
      <div>
        <dt>{m.staff.ordersCounter.subtotal}</dt>
        <dd>{formatCents(totals.subtotalCents)}</dd>
      </div>
      <div>
        <dt>{m.staff.ordersCounter.tax}</dt>
        <dd>{formatCents(totals.taxCents)}</dd>
      </div>
      {totals.tipCents > 0 ? (
        <div>
          <dt>{m.ui.tips.tip}</dt>
          <dd>{formatCents(totals.tipCents)}</dd>
        </div>
      ) : null}
      <div className={styles.total}>
        <dt>{m.staff.ordersCounter.total}</dt>
        <dd>{formatCents(totals.totalCents)}</dd>
      </div>
    </dl>
  );
}

function DetailFields({ order }: { order: CounterOrder }) {
  const { details, setDetails, refusal } = order;
  return (
    <>
      <SegmentedChoice
        label={m.staff.ordersCounter.howItIsPaid}
        choices={payments()}
        value={details.payment}
        onChange={(payment) => setDetails({ payment })}
      />
      <div className={styles.fields}>
        <Field
          label={m.staff.ordersCounter.nameOptional}
          hint={m.staff.ordersCounter.ifLeftEmpty({ walkUp: m.domain.cart.walkUp })}
          error={refusal?.fields.customerName}
        >
          <TextInput
            value={details.name}
            maxLength={CounterOrderRequest.customerName.maxLength}
            autoComplete="off"
            onChange={(event) => setDetails({ name: event.target.value })}
          />
        </Field>
        <Field
          label={m.staff.ordersCounter.phoneOptional}
          hint={m.staff.ordersCounter.getsTextNowAndWhen}
          error={refusal?.fields.customerPhone}
        >
          <PhoneInput
            placeholder=""
            value={details.phone}
            onChange={(event) => setDetails({ phone: event.target.value })}
          />
        </Field>
      </div>
      <Field
        label={m.staff.ordersCounter.noteForTheKitchenOptional}
        error={refusal?.fields.specialInstructions}
      >
        <TextInput
          value={details.note}
          maxLength={CounterOrderRequest.specialInstructions.maxLength}
          autoComplete="off"
          onChange={(event) => setDetails({ note: event.target.value })}
        />
      </Field>
    </>
  );
}
