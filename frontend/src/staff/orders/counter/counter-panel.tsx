import { useEffect, useId, useRef, useState } from "react";
import { CounterSaleRequest } from "@/domain/api/limits.gen";
import { countItems } from "@/domain/cart/cart-lines";
import { taxesInDollars, taxRows } from "@/domain/cart/taxes";
import { dollarsToCents, formatCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { Field } from "@/ui/inputs/field";
import { PhoneInput } from "@/ui/inputs/phone-input";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { TipField } from "@/ui/inputs/tip-field";
import { Card, Row, Stack, Text } from "@/ui/layout";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { Dialog } from "@/ui/overlay/dialog-and-drawer";
import type { Tender } from "./api";
import styles from "./counter.module.css";
import { CounterLines } from "./counter-lines";
import { CounterStopAndSlot } from "./counter-stop-and-slot";
import { OfferCode } from "./offer-code";
import { isInStep, PaymentStep } from "./payment-steps";
import type { CounterOrder } from "./use-counter-order";

/** The order so far, what it comes to, and the buttons that take it. */
export function CounterPanel({ order }: { order: CounterOrder }) {
  const panel = useRef<HTMLElement>(null);
  return (
    <Card
      as="section"
      shrinks
      raised
      ref={panel}
      tabIndex={-1}
      aria-label={m.counter.panel.title}
      className={styles.panel}
    >
      {isInStep(order) ? (
        <div className={styles.body}>
          <PaymentStep order={order} />
        </div>
      ) : (
        <>
          <Row gap={3} align="center" justify="between" oneLine className={styles.head}>
            <Text as="h2" size="xl">
              {order.title}
            </Text>
            <ClearButton order={order} onClear={() => panel.current?.focus()} />
          </Row>
          <div className={styles.body}>
            <OrderSoFar order={order} />
          </div>
          <Tenders order={order} className={styles.foot} />
        </>
      )}
    </Card>
  );
}

/** On a phone: the way from the menu to the order, which is a sheet over it, and at once to the cash. */
export function CounterSheet({ order }: { order: CounterOrder }) {
  const [open, setOpen] = useState(false);
  const count = countItems(order.lines);
  const isAsked = isInStep(order);
  return (
    <>
      {order.isUnfinished ? (
        <div className={styles.bar}>
          <button
            type="button"
            className={styles.review}
            onClick={() => {
              // The sheet may have been closed during the question about the cash.
              order.leaveCash();
              order.card.leave();
              setOpen(true);
            }}
          >
            <span>{m.counter.panel.count({ count })}</span>{" "}
            <span>{m.counter.panel.review({ total: formatCents(order.totals.totalCents) })}</span>
          </button>
          <Button
            variant="primary"
            size="large"
            disabled={!canPress(order, "cash")}
            onClick={() => {
              order.askCash();
              setOpen(true);
            }}
          >
            {m.common.cash}
          </Button>
          {order.readers.length > 0 ? (
            <Button
              size="large"
              disabled={!canPress(order, "reader")}
              onClick={() => {
                order.askCard();
                setOpen(true);
              }}
            >
              {m.common.card}
            </Button>
          ) : null}
        </div>
      ) : null}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={order.title}
        footer={isAsked ? undefined : <Tenders order={order} />}
      >
        {isAsked ? (
          <PaymentStep order={order} />
        ) : (
          <Stack gap={4} columns="fill">
            <OrderSoFar order={order} />
            <ClearButton order={order} onClear={() => setOpen(false)} />
          </Stack>
        )}
      </Dialog>
    </>
  );
}

/** As it is sent, it stays: nothing of it can be pressed or typed until the answer is there. */
function OrderSoFar({ order }: { order: CounterOrder }) {
  const count = countItems(order.lines);
  return (
    <Stack gap={4} columns="fill" inert={order.isSending}>
      {count === 0 ? (
        <Text soft size="s" breaks>
          {m.counter.panel.empty}
        </Text>
      ) : null}
      <CounterLines order={order} />
      {count > 0 ? <Sums order={order} /> : null}
      <CounterStopAndSlot order={order} />
      {order.tipPresets && count > 0 ? (
        <TipField
          presets={order.tipPresets}
          subtotalCents={order.totals.subtotalCents}
          {...order.tip}
        />
      ) : null}
      <DetailFields order={order} />
    </Stack>
  );
}

/** What the order comes to, and a button for each way to pay it: it stays in view however long the order grows. */
function Tenders({ order, className }: { order: CounterOrder; className?: string | undefined }) {
  const { totals, refusal, isSending, cashStep, sentTender } = order;
  const sentHint = useId();
  const cash = useRef<HTMLButtonElement>(null);
  const card = useRef<HTMLButtonElement>(null);
  const left = [cashStep, order.card.step].indexOf("left");
  useEffect(() => [cash, card][left]?.current?.focus(), [left]);
  const isEmpty = order.lines.length === 0;
  const byCard = sentTender === "card" || order.readers.length === 0 ? "card" : "reader";
  const lookOf = (tender: Tender) => ({
    disabled: !canPress(order, tender),
    "aria-describedby": sentTender ? sentHint : undefined,
  });
  return (
    <Stack gap={3} columns="fill" className={className}>
      {refusal ? (
        <Notice tone="danger" role="alert" title={refusal.message}>
          {refusal.toldCents === totals.totalCents
            ? null
            : m.counter.totalChanged({
                total: formatCents(totals.totalCents),
                told: formatCents(refusal.toldCents),
              })}
        </Notice>
      ) : null}
      {isEmpty ? null : <Total order={order} />}
      <fieldset className={styles.tenders}>
        <legend className="visually-hidden">{m.counter.panel.payment}</legend>
        <Button
          ref={cash}
          variant="primary"
          size="large"
          {...lookOf("cash")}
          onClick={order.askCash}
        >
          {m.common.cash}
        </Button>
        <Button ref={card} size="large" {...lookOf(byCard)} onClick={order.askCard}>
          {m.common.card}
        </Button>
        <Button size="large" {...lookOf("unpaid")} onClick={() => void order.pay("unpaid")}>
          {m.counter.panel.payLater}
        </Button>
      </fieldset>
      {sentTender ? (
        <Text id={sentHint} size="s" breaks>
          {m.counter.sentAs[sentTender]}
        </Text>
      ) : null}
      <Text role="status" soft size="s" className={isSending ? undefined : "visually-hidden"}>
        {isSending ? m.counter.panel.taking : ""}
      </Text>
    </Stack>
  );
}

function canPress({ lines, isSending, sentTender }: CounterOrder, tender: Tender): boolean {
  return lines.length > 0 && !isSending && (sentTender ?? tender) === tender;
}

function ClearButton({ order, onClear }: { order: CounterOrder; onClear: () => void }) {
  const [asks, setAsks] = useState(false);
  if (!order.isUnfinished) return null;
  return (
    <>
      <Button variant="quiet" disabled={order.isSending} onClick={() => setAsks(true)}>
        {m.counter.clear.action}
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={m.counter.clear.title}
        confirmLabel={m.counter.clear.action}
        destructive
        onConfirm={() => {
          // The button goes with the order.
          onClear();
          order.startNext();
        }}
      >
        <p>{order.clearHint}</p>
        {order.sentTender ? <p>{m.counter.clear.mayBeTaken}</p> : null}
      </ConfirmDialog>
    </>
  );
}

/** What the total is made of. */
function Sums({ order: { totals } }: { order: CounterOrder }) {
  const sums: [string, number][] = [
    [m.common.subtotal, totals.subtotalCents],
    ...taxRows(taxesInDollars(totals)).map(
      ({ label, dollars }) => [label, dollarsToCents(dollars)] satisfies [string, number],
    ),
  ];
  if (totals.discountCents > 0)
    sums.splice(1, 0, [m.counter.offer.discount, -totals.discountCents]);
  if (totals.tipCents > 0) sums.push([m.common.tip, totals.tipCents]);
  return (
    <Stack as="dl" gap={1} className={styles.totals}>
      {sums.map(([name, cents]) => (
        <div key={name}>
          <dt>{name}</dt>
          <Text as="dd" tabular>
            {formatCents(cents)}
          </Text>
        </div>
      ))}
    </Stack>
  );
}

function Total({ order: { totals } }: { order: CounterOrder }) {
  return (
    <dl className={styles.totals}>
      <Text as="div" size="2xl" weight={750} face="display" leading={1.2}>
        <dt>{m.common.total}</dt>
        <Text as="dd" tabular>
          {formatCents(totals.totalCents)}
        </Text>
      </Text>
    </dl>
  );
}

/** The name that is called out stands open; what is asked for less often unfolds. */
function DetailFields({ order }: { order: CounterOrder }) {
  const { details, setDetails, refusal } = order;
  const { customerPhone: wrongPhone, specialInstructions: wrongNote } = refusal?.fields ?? {};
  const { applied, problem } = order.offer;
  const [isOpen, setOpen] = useState(
    details.phone !== "" || details.note !== "" || applied !== null,
  );
  return (
    <Stack gap={2}>
      <Field
        label={m.counter.panel.name}
        hint={m.counter.panel.nameHint({ name: m.cartChanges.walkUp })}
        error={refusal?.fields.customerName}
      >
        <TextInput
          value={details.name}
          maxLength={CounterSaleRequest.customerName.maxLength}
          autoComplete="off"
          onChange={(event) => setDetails({ name: event.target.value })}
        />
      </Field>
      <details
        open={isOpen || Boolean(wrongPhone || wrongNote || problem)}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>{m.counter.panel.more}</summary>
        <Stack gap={3}>
          <Field label={m.counter.panel.phone} hint={m.counter.panel.phoneHint} error={wrongPhone}>
            <PhoneInput
              placeholder=""
              value={details.phone}
              onChange={(event) => setDetails({ phone: event.target.value })}
            />
          </Field>
          <Field label={m.common.kitchenNoteOptional} error={wrongNote}>
            <TextInput
              value={details.note}
              maxLength={CounterSaleRequest.specialInstructions.maxLength}
              autoComplete="off"
              onChange={(event) => setDetails({ note: event.target.value })}
            />
          </Field>
          <OfferCode offer={order.offer} discountCents={order.totals.discountCents} />
        </Stack>
      </details>
    </Stack>
  );
}
