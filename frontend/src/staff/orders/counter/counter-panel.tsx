import { type FormEvent, useState } from "react";
import { CounterOrderRequest } from "@/domain/api/limits.gen";
import { type CartItem, optionsOf, unitCents } from "@/domain/cart/cart-item";
import { countItems, MAX_QUANTITY } from "@/domain/cart/cart-rules";
import { priceChangeMessage } from "@/domain/cart/counter-order";
import { closesAt, opensAt } from "@/domain/schedule/present-schedule";
import { timeAt, whenAt } from "@/domain/schedule/schedule-words";
import { formatCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { slotLine } from "@/staff/schedule/slots/slot-words";
import { SlotsFailure } from "@/staff/schedule/slots/slots-sheet";
import { useNow } from "@/ui/browser/use-now";
import { Price } from "@/ui/content/price";
import { Button } from "@/ui/controls/button";
import { SegmentedChoice } from "@/ui/controls/choices";
import { QuantityStepper } from "@/ui/controls/quantity-stepper";
import { Notice } from "@/ui/feedback/notice";
import { Field } from "@/ui/inputs/field";
import { PhoneInput } from "@/ui/inputs/phone-input";
import { Select } from "@/ui/inputs/select";
import { TextInput } from "@/ui/inputs/text-input";
import { TipField } from "@/ui/inputs/tip-field";
import { Card, Row, Stack, Text } from "@/ui/layout";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import type { CounterStop } from "./api";
import styles from "./counter.module.css";
import type { CounterOrder, Slots } from "./use-counter-order";

const PANEL_ID = "counter-order";

const payments = () =>
  [
    { value: "cash", label: m.common.cash },
    { value: "card", label: m.common.card },
    { value: "unpaid", label: m.common.notPaidYet },
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
    <Card
      as="form"
      gap={4}
      shrinks
      padding={4}
      raised
      id={PANEL_ID}
      tabIndex={-1}
      aria-label={m.counter.panel.title}
      className={styles.panel}
      onSubmit={handleSubmit}
      noValidate
    >
      <Row gap={3} align="center" justify="between" oneLine>
        <Text as="h2" size="xl">
          {m.counter.panel.title}
        </Text>
        {order.isUnfinished ? <ClearButton order={order} /> : null}
      </Row>
      {count === 0 ? (
        <Text soft size="s" breaks>
          {m.counter.panel.empty}
        </Text>
      ) : null}
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
      <Stack gap={3} className={styles.submit}>
        {order.refusal ? (
          <Notice tone="danger" role="alert" title={order.refusal.message}>
            {order.refusal.toldCents === order.totals.totalCents
              ? null
              : m.counter.totalChanged({
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
          {order.isSending ? m.counter.panel.taking : m.counter.panel.take({ total })}
        </Button>
      </Stack>
    </Card>
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
      <span>{m.counter.panel.count({ count })}</span>
      <span>{m.counter.panel.review({ total: formatCents(order.totals.totalCents) })}</span>
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
          document.getElementById(PANEL_ID)?.focus({ preventScroll: true });
          order.startNext();
        }}
      >
        <p>{m.counter.clear.hint}</p>
      </ConfirmDialog>
    </>
  );
}

function Totals({ order: { totals } }: { order: CounterOrder }) {
  return (
    <Stack as="dl" gap={1} className={styles.totals}>
      <div>
        <dt>{m.common.subtotal}</dt>
        <Text as="dd" tabular>
          {formatCents(totals.subtotalCents)}
        </Text>
      </div>
      <div>
        <dt>{m.common.tax}</dt>
        <Text as="dd" tabular>
          {formatCents(totals.taxCents)}
        </Text>
      </div>
      {totals.tipCents > 0 ? (
        <div>
          <dt>{m.common.tip}</dt>
          <Text as="dd" tabular>
            {formatCents(totals.tipCents)}
          </Text>
        </div>
      ) : null}
      <Text as="div" size="2xl" weight={750} face="display">
        <dt>{m.common.total}</dt>
        <Text as="dd" tabular>
          {formatCents(totals.totalCents)}
        </Text>
      </Text>
    </Stack>
  );
}

function DetailFields({ order }: { order: CounterOrder }) {
  const { details, setDetails, refusal } = order;
  return (
    <>
      <SegmentedChoice
        label={m.counter.panel.payment}
        choices={payments()}
        value={details.payment}
        onChange={(payment) => setDetails({ payment })}
      />
      <div className={styles.fields}>
        <Field
          label={m.counter.panel.name}
          hint={m.counter.panel.nameHint({ name: m.cartChanges.walkUp })}
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
          label={m.counter.panel.phone}
          hint={m.counter.panel.phoneHint}
          error={refusal?.fields.customerPhone}
        >
          <PhoneInput
            placeholder=""
            value={details.phone}
            onChange={(event) => setDetails({ phone: event.target.value })}
          />
        </Field>
      </div>
      <Field label={m.common.kitchenNoteOptional} error={refusal?.fields.specialInstructions}>
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

function CounterLines({ order }: { order: CounterOrder }) {
  if (order.lines.length === 0) return null;
  return (
    <Stack as="ul" aria-label={m.common.items}>
      {order.lines.map((line, index) => (
        <Line key={line.id} line={line} lineNow={order.linesNow[index] ?? line} order={order} />
      ))}
    </Stack>
  );
}

interface LineProps {
  /** At the prices that the customer was told, and at those of now. */
  line: CartItem;
  lineNow: CartItem;
  order: CounterOrder;
}

function Line({ line, lineNow, order }: LineProps) {
  const problem = order.problems.get(line.id);
  const priceChange = priceChangeMessage(line, lineNow);
  const options = optionsOf(lineNow).map(({ name }) => name);
  const note = line.customization.specialInstructions;
  return (
    <Stack as="li" gap={1} paddingBlock={3} lineBelow>
      <Row as="p" gap={3} align="baseline" justify="between" oneLine>
        <Text as="span" shrinks weight={700} breaks>
          {line.name}
        </Text>
        <Price cents={unitCents(lineNow) * line.quantity} />
      </Row>
      {options.length > 0 ? (
        <Text soft size="s" breaks>
          {options.join(", ")}
        </Text>
      ) : null}
      {note ? (
        <Text soft size="s" breaks>
          “{note}”
        </Text>
      ) : null}
      {problem ? (
        <Text tone="danger" weight={650} role="alert">
          {problem}
        </Text>
      ) : null}
      {priceChange && !problem ? <p role="status">{priceChange}</p> : null}
      <Row gap={3} align="center" justify="between" oneLine>
        <QuantityStepper
          value={line.quantity}
          max={MAX_QUANTITY}
          itemName={line.name}
          onChange={(quantity) => order.setQuantity(line.id, quantity)}
        />
        <Button variant="quiet" onClick={() => order.setQuantity(line.id, 0)}>
          {m.common.remove} <span className="visually-hidden">{line.name}</span>
        </Button>
      </Row>
    </Stack>
  );
}

/** What the order is for: the stop, where it is not the open one alone, and the pickup slot with how full each is. */
function CounterSlot({ order }: { order: CounterOrder }) {
  const { stop, slots } = order;
  const isNow = !stop || stop.state === "open";
  return (
    <>
      <StopChoice order={order} />
      {slots.error ? <SlotsFailure error={slots.error} onRetry={slots.retry} /> : null}
      {slots.loads ? <SlotSelect slots={slots.loads} isNow={isNow} order={order} /> : null}
    </>
  );
}

function StopChoice({ order: { stop, stops, setStopId } }: { order: CounterOrder }) {
  const now = useNow();
  if (!stop) return null;
  if (stops.length === 1) {
    return stop.state === "open" ? null : (
      <Text soft size="s" breaks>
        {stopLine(stop, now)}
      </Text>
    );
  }
  return (
    <Field label={m.common.stop}>
      <Select value={stop._id} onChange={(event) => setStopId(event.target.value)}>
        {stops.map((one) => (
          <option key={one._id} value={one._id}>
            {stopLine(one, now)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function stopLine(stop: CounterStop, now: Date): string {
  const place = stop.place.name;
  if (stop.state === "upcoming") {
    return m.counter.stop.opens({ place, when: whenAt(opensAt(stop), stop, now) });
  }
  const time = timeAt(closesAt(stop), stop);
  return stop.state === "open"
    ? m.counter.stop.open({ place, time })
    : m.counter.stop.ended({ place, time });
}

interface SlotSelectProps {
  slots: Slots;
  /** The first slot is the running one; else the stop begins with it. */
  isNow: boolean;
  order: CounterOrder;
}

/** Without a choice the server takes the first slot. */
function SlotSelect({ slots, isNow, order }: SlotSelectProps) {
  const [first, ...later] = slots.slots;
  if (!first) return null;
  const line = slotLine(first, slots);
  return (
    <Field label={m.common.pickupSlot}>
      <Select
        value={order.slotAt ?? ""}
        onChange={(event) => order.setSlotAt(event.target.value || null)}
      >
        <option value="">{isNow ? m.counter.slot.now({ slot: line }) : line}</option>
        {later.map((slot) => (
          <option key={slot.at} value={slot.at}>
            {slotLine(slot, slots)}
          </option>
        ))}
      </Select>
    </Field>
  );
}
