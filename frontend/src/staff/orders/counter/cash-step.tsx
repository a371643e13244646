import { type FormEvent, useEffect, useRef, useState } from "react";
import { formatCents, parseDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
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

/** How much the customer gave: one press takes the order, and the next screen says the change. */
export function CashStep({ order }: { order: CounterOrder }) {
  const total = order.totals.totalCents;
  const heading = useRef<HTMLHeadingElement>(null);
  // Not on a sum: the key that pressed Cash may still be down.
  useEffect(() => heading.current?.focus(), []);
  const pay = (given: number) => void order.pay("cash", given);
  return (
    <Stack gap={4} columns="fill">
      <Row gap={2} align="center" justify="between">
        <Text as="h2" size="xl" ref={heading} tabIndex={-1}>
          {m.counter.cash.title}
        </Text>
        <Button variant="quiet" disabled={order.isSending} onClick={order.leaveCash}>
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
          busy={order.isSending}
          onClick={() => pay(total)}
        >
          {order.isSending ? m.counter.panel.taking : m.counter.cash.exact}
        </Button>
        {likelySums(total).map((sum) => (
          <Button key={sum} size="large" disabled={order.isSending} onClick={() => pay(sum)}>
            {formatCents(sum)}
          </Button>
        ))}
      </div>
      <OtherSum total={total} isSending={order.isSending} onPay={pay} />
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
