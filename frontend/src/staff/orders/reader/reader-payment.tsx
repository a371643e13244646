import { type ReactNode, useEffect, useRef, useState } from "react";
import { errorMessage } from "@/domain/api/errors";
import { dollarsToCents, formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import type { Reader } from "@/staff/devices/api";
import styles from "@/staff/orders/counter/counter.module.css";
import { CashChange, CashStep } from "@/staff/orders/counter/payment-steps";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { NoticeBar } from "@/ui/feedback/notice-bar";
import { CardReaderIcon } from "@/ui/icons/staff-icons";
import { Row, Stack, Text } from "@/ui/layout";
import { Dialog } from "@/ui/overlay/dialog-and-drawer";
import {
  type CounterPayment,
  type Decision,
  isFinal,
  isRunning,
  overWords,
  presentOf,
  useDecide,
  useOpenPayments,
  usePayment,
} from "./counter-payments-api";

interface ReaderPaymentProps {
  payment: CounterPayment;
  readers: readonly Reader[];
  /** How much cash the customer handed over instead, in cents, before the server is told. */
  onGiven?: (given: number | null) => void;
  /** What follows once it is paid, and what that is called. */
  onDone: () => void;
  doneLabel: string;
}

/** How a card payment stands, to be read at arm's length, and what staff can do about it. */
export function ReaderPayment({
  payment,
  readers,
  onGiven,
  onDone,
  doneLabel,
}: ReaderPaymentProps) {
  const { mutate, isPending, error } = useDecide(payment);
  const [asksCash, setAsksCash] = useState(false);
  const [given, setGiven] = useState<number | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { state } = payment;
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each state, and when a decision is refused.
  useEffect(() => {
    // A button that has the focus keeps it; that of a state before is gone.
    if (document.activeElement === document.body) heading.current?.focus();
  }, [state, asksCash, isPending]);
  const noteGiven = (cents: number | null) => {
    setGiven(cents);
    onGiven?.(cents);
  };
  const decide = (decision: Decision) => mutate(decision);

  if (asksCash && !isFinal(payment)) {
    return (
      <section aria-label={m.reader.title} className={styles.done}>
        <CashStep
          total={dollarsToCents(payment.total)}
          isSending={isPending}
          onPay={(cents) => {
            noteGiven(cents);
            mutate({ kind: "cash" }, { onError: () => noteGiven(null) });
          }}
          onBack={() => setAsksCash(false)}
        />
        <Failure error={error} />
      </section>
    );
  }
  const { title, hint } = wordsOf(payment);
  return (
    <section aria-label={m.reader.title} className={styles.done} data-state={state}>
      <strong className={styles.shout}>{formatDollars(payment.total)}</strong>
      <Stack gap={2} items="center" role="status">
        <CardReaderIcon size={48} />
        <Text as="h2" size="2xl" face="display" leading={1.15} breaks ref={heading} tabIndex={-1}>
          {title}
        </Text>
        {hint ? (
          <Text size="l" breaks>
            {hint}
          </Text>
        ) : null}
        {payment.tip > 0 ? (
          <Text soft>{m.reader.withTip({ tip: formatDollars(payment.tip) })}</Text>
        ) : null}
        {given === null ? null : <AfterCash payment={payment} given={given} />}
      </Stack>
      <Failure error={error} />
      {isFinal(payment) ? (
        <Button variant="primary" size="large" onClick={onDone}>
          {doneLabel}
        </Button>
      ) : (
        <Choices
          payment={payment}
          readers={readers}
          isPending={isPending}
          onDecide={decide}
          onCash={() => setAsksCash(true)}
        />
      )}
    </section>
  );
}

/** What becomes of the cash that was handed over: its change, or all of it if the card was faster. */
function AfterCash({ payment, given }: { payment: CounterPayment; given: number }) {
  if (payment.state === "paid") return <Notice tone="warning" title={m.reader.chargedAnyway} />;
  if (payment.state !== "cash") return null;
  return <CashChange total={dollarsToCents(payment.total)} given={given} />;
}

/** What was decided did not reach the server; that the payment has changed meanwhile shows by itself. */
function Failure({ error }: { error: Error | null }) {
  if (!error || presentOf(error)) return null;
  return <Notice tone="danger" role="alert" title={errorMessage(error)} />;
}

interface ChoicesProps {
  payment: CounterPayment;
  readers: readonly Reader[];
  isPending: boolean;
  onDecide: (decision: Decision) => void;
  onCash: () => void;
}

function Choices({ payment, readers, isPending, onDecide, onCash }: ChoicesProps) {
  const { readerId } = payment;
  const others = readers.filter(({ _id }) => _id !== readerId);
  const isThere = others.length < readers.length;
  return (
    <Row gap={3} justify="center">
      {isRunning(payment) ? null : (
        <>
          {isThere ? (
            <Button
              variant="primary"
              size="large"
              busy={isPending}
              onClick={() => onDecide({ kind: "retry", readerId })}
            >
              {m.common.tryAgain}
            </Button>
          ) : null}
          {others.map(({ _id, label }) => (
            <Button
              key={_id}
              size="large"
              disabled={isPending}
              onClick={() => onDecide({ kind: "retry", readerId: _id })}
            >
              {m.reader.otherReader({ reader: label })}
            </Button>
          ))}
        </>
      )}
      <Button size="large" disabled={isPending} onClick={onCash}>
        {m.reader.takeCash}
      </Button>
      <Button
        size="large"
        variant="quiet"
        disabled={isPending}
        onClick={() => onDecide({ kind: "cancel" })}
      >
        {m.reader.cancel}
      </Button>
    </Row>
  );
}

/** What the usual codes of banks mean. Who has a lost or stolen card is not told so. */
const DECLINES: Record<string, keyof typeof m.reader.declines> = {
  insufficient_funds: "funds",
  expired_card: "expired",
  incorrect_pin: "pin",
  invalid_pin: "pin",
  pin_try_exceeded: "pinTries",
  offline_pin_required: "needsPin",
  online_or_offline_pin_required: "needsPin",
  card_velocity_exceeded: "limit",
  withdrawal_count_limit_exceeded: "limit",
  card_not_supported: "notSupported",
  currency_not_supported: "notSupported",
  transaction_not_allowed: "notSupported",
  issuer_not_available: "again",
  processing_error: "again",
  reenter_transaction: "again",
  try_again_later: "again",
  call_issuer: "unsaid",
  card_declined: "unsaid",
  do_not_honor: "unsaid",
  fraudulent: "unsaid",
  generic_decline: "unsaid",
  lost_card: "unsaid",
  pickup_card: "unsaid",
  restricted_card: "unsaid",
  stolen_card: "unsaid",
};

/** What happened, and what comes next, in plain words; a bank's unusual reason as it was given. */
function wordsOf(payment: CounterPayment): { title: string; hint?: ReactNode } {
  const { state, reason, declineCode, readerLabel: reader, asksForTip } = payment;
  const decline = DECLINES[declineCode ?? ""];
  const words = m.reader.states;
  switch (state) {
    case "waiting":
      return {
        title: words.waiting({ reader }),
        ...(asksForTip ? { hint: m.reader.asksForTip } : {}),
      };
    case "processing":
      return { title: words.processing };
    case "declined":
      if (reason === "payment_refused") return { title: words.refused, hint: m.reader.refusedHint };
      return reason === "cancelled_on_reader"
        ? { title: words.cancelledOnReader }
        : { title: words.declined, hint: decline ? m.reader.declines[decline] : reason };
    case "timed_out":
      return {
        title: reason === "reader_timeout" ? words.timedOut : words.notAsking({ reader }),
        hint: m.reader.timedOutHint,
      };
    case "reader_offline":
      return { title: words.offline({ reader }), hint: m.reader.offlineHint };
    case "reader_busy":
      return { title: words.busy({ reader }) };
    case "paid":
      return { title: words.paid };
    case "cash":
      return { title: words.cash };
    default:
      return { title: overWords(payment) };
  }
}

interface OtherPaymentsProps {
  truckId: string;
  readers: readonly Reader[];
  /** The order that this screen is about itself. */
  draftId?: string;
}

/** What is under way on the truck's readers, begun here or on another tablet: each can be looked at and ended. */
export function OtherPayments({ truckId, readers, draftId }: OtherPaymentsProps) {
  const open = useOpenPayments(truckId);
  const [shownId, setShownId] = useState<string | null>(null);
  const { payment: shown } = usePayment(truckId, shownId);
  const others = open.filter((payment) => !draftId || payment.draftId !== draftId);
  return (
    <>
      {others.map((payment) => (
        <NoticeBar
          key={payment._id}
          tone={isRunning(payment) ? "info" : "warning"}
          action={<Button onClick={() => setShownId(payment._id)}>{m.common.show}</Button>}
        >
          {(isRunning(payment) ? m.reader.underWay : m.reader.unfinished)({
            amount: formatDollars(payment.total),
            reader: payment.readerLabel,
          })}
        </NoticeBar>
      ))}
      <Dialog open={shown !== null} onOpenChange={() => setShownId(null)} title={m.reader.title}>
        {shown ? (
          <ReaderPayment
            payment={shown}
            readers={readers}
            onDone={() => setShownId(null)}
            doneLabel={m.common.close}
          />
        ) : null}
      </Dialog>
    </>
  );
}
