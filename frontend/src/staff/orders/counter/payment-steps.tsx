import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { formatCents, parseDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import type { Reader } from "@/staff/devices/api";
import { Badge } from "@/ui/content/badge";
import { Button } from "@/ui/controls/button";
import { RadioBox } from "@/ui/controls/radio-choices";
import { Field } from "@/ui/inputs/field";
import { MoneyInput } from "@/ui/inputs/money-and-percent-input";
import { Row, Stack, Text } from "@/ui/layout";
import styles from "./counter.module.css";
import type { CounterOrder } from "./use-counter-order";

/** Sums that people make of notes, in cents. */
const ROUND_SUMS = [500, 1000, 2000, 5000, 10_000];
const MOST_SUMS = 4;

/** What a customer is likely to hand over for a total, in cents: the next round sums above it, the least first. */
export function likelySums(totalCents: number): number[] {
  const sums = ROUND_SUMS.map((sum) => Math.ceil((totalCents + 1) / sum) * sum);
  return [...new Set(sums)].slice(0, MOST_SUMS);
}

interface CashStepProps {
  /** What is to be paid, in cents. */
  total: number;
  isSending: boolean;
  /** What the customer handed over, in cents. */
  onPay: (given: number) => void;
  onBack: () => void;
}

/** How much the customer gave: one press takes the order, and the next screen says the change. */
export function CashStep({ total, isSending, onPay, onBack }: CashStepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Not on a sum: the key that pressed Cash may still be down.
  useEffect(() => heading.current?.focus(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was pressed is off while it is sent.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, [isSending]);
  return (
    <Stack gap={4} columns="fill">
      <Row gap={2} align="center" justify="between">
        <Text as="h2" size="xl" ref={heading} tabIndex={-1}>
          {m.counter.cash.title}
        </Text>
        <Button variant="quiet" disabled={isSending} onClick={onBack}>
          {m.common.back}
        </Button>
      </Row>
      <Text size="3xl" weight={800} face="display" tabular leading={1}>
        {formatCents(total)}
      </Text>
      <div className={styles.sums}>
        <Button
          variant="primary"
          size="large"
          className={styles.exact}
          busy={isSending}
          onClick={() => onPay(total)}
        >
          {isSending ? m.counter.panel.taking : m.counter.cash.exact}
        </Button>
        {likelySums(total).map((sum) => (
          <Button key={sum} size="large" disabled={isSending} onClick={() => onPay(sum)}>
            {formatCents(sum)}
          </Button>
        ))}
      </div>
      <OtherSum total={total} isSending={isSending} onPay={onPay} />
    </Stack>
  );
}

/** What to give back of the cash that a customer handed over, in cents. */
export function CashChange({ total, given }: { total: number; given: number }) {
  if (given <= total) return <Text soft>{m.counter.done.noChange}</Text>;
  return (
    <Stack items="center" padding={4} surface="warning" radius="card" full>
      <Text as="span">{m.counter.done.change}</Text>
      <strong className={styles.shout}>{formatCents(given - total)}</strong>
      <Text as="span" soft>
        {m.counter.done.given({ given: formatCents(given) })}
      </Text>
    </Stack>
  );
}

interface OtherSumProps {
  total: number;
  isSending: boolean;
  onPay: (given: number) => void;
}

/** A sum that no button has; the change is said while it is typed. */
function OtherSum({ total, isSending, onPay }: OtherSumProps) {
  const [typed, setTyped] = useState("");
  const [isAsked, setAsked] = useState(false);
  const given = parseDollars(typed);
  const isEnough = given !== null && given >= total;

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (isEnough) onPay(given);
  }

  return (
    <Stack as="form" gap={2} columns="fill" noValidate onSubmit={handleSubmit}>
      <Field
        label={m.counter.cash.other}
        error={isAsked && !isEnough ? m.counter.cash.tooLittle : undefined}
      >
        <MoneyInput
          value={typed}
          maxLength={10}
          autoComplete="off"
          enterKeyHint="done"
          onChange={(event) => {
            setAsked(false);
            setTyped(event.target.value);
          }}
        />
      </Field>
      <Text as="output" size="2xl" weight={750} face="display" tabular>
        {isEnough ? m.counter.cash.change({ change: formatCents(given - total) }) : ""}
      </Text>
      {typed ? (
        <Button type="submit" size="large" block disabled={isSending}>
          {isEnough ? m.counter.cash.take({ given: formatCents(given) }) : m.counter.cash.takeThis}
        </Button>
      ) : null}
    </Stack>
  );
}

interface CardStepProps {
  /** What is to be paid, in cents. */
  total: number;
  readers: readonly Reader[];
  reader: Reader | null;
  asksForTip: boolean;
  isSending: boolean;
  onChoose: (readerId: string) => void;
  onCharge: () => void;
  /** Another device has taken the card, which is only noted; null where that is no choice. */
  onNote: (() => void) | null;
  onBack: () => void;
}

/** On which reader the card is asked for: one press sends it there. */
function CardStep({ total, readers, reader, isSending, ...props }: CardStepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Not on a button: the key that pressed Card may still be down.
  useEffect(() => heading.current?.focus(), []);
  const amount = formatCents(total);
  return (
    <Stack gap={4} columns="fill">
      <Row gap={2} align="center" justify="between">
        <Text as="h2" size="xl" ref={heading} tabIndex={-1}>
          {m.common.card}
        </Text>
        <Button variant="quiet" disabled={isSending} onClick={props.onBack}>
          {m.common.back}
        </Button>
      </Row>
      <Text size="3xl" weight={800} face="display" tabular leading={1}>
        {amount}
      </Text>
      {readers.length > 1 ? (
        <ReaderChoice readers={readers} chosen={reader} onChoose={props.onChoose} />
      ) : null}
      {props.asksForTip ? <Text soft>{m.reader.asksForTip}</Text> : null}
      <Button
        variant="primary"
        size="large"
        block
        busy={isSending}
        disabled={reader === null}
        onClick={props.onCharge}
      >
        {isSending ? m.reader.asking : m.reader.charge({ amount, reader: reader?.label ?? "" })}
      </Button>
      {props.onNote ? (
        <Button variant="quiet" size="large" block disabled={isSending} onClick={props.onNote}>
          {m.reader.otherDevice}
        </Button>
      ) : null}
    </Stack>
  );
}

interface ReaderChoiceProps {
  readers: readonly Reader[];
  chosen: Reader | null;
  onChoose: (readerId: string) => void;
}

/** What was last heard of a reader is said, and keeps no one from trying. */
function ReaderChoice({ readers, chosen, onChoose }: ReaderChoiceProps) {
  const name = useId();
  return (
    <Stack as="fieldset" gap={2} columns="fill">
      <Text as="legend" weight={650} marginBottom={1}>
        {m.reader.which}
      </Text>
      {readers.map(({ _id, label, status }) => (
        <RadioBox key={_id} name={name} value={_id} chosen={chosen?._id ?? ""} onChoose={onChoose}>
          {label} {status === "offline" ? <Badge tone="warning">{m.reader.offline}</Badge> : null}
        </RadioBox>
      ))}
    </Stack>
  );
}

export function isInStep({ cashStep, card }: CounterOrder): boolean {
  return cashStep === "open" || card.step === "open";
}

/** What is asked between the tender and the money. */
export function PaymentStep({ order }: { order: CounterOrder }) {
  const { totals, isSending, pay, card } = order;
  if (order.cashStep === "open") {
    return (
      <CashStep
        total={totals.totalCents}
        isSending={isSending}
        onPay={(given) => void pay("cash", given)}
        onBack={order.leaveCash}
      />
    );
  }
  return (
    <CardStep
      total={totals.totalCents}
      readers={order.readers}
      reader={card.reader}
      asksForTip={order.tipPresets !== null && totals.tipCents === 0}
      isSending={isSending}
      onChoose={card.choose}
      onCharge={() => void pay("reader")}
      onNote={order.sentTender === null ? () => void pay("card") : null}
      onBack={card.leave}
    />
  );
}
