import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answer, api, whenDone } from "@/domain/api/client";
import { errorMessage } from "@/domain/api/errors";
import { DecisionRequest } from "@/domain/api/limits.gen";
import type { HeldPayment } from "@/domain/api/staff-types";
import { useSend } from "@/domain/api/use-send-once";
import { dashboardKey, heldPaymentsKey } from "@/domain/query-keys";
import { formatInstant } from "@/domain/time/time-words";
import { formatDollars } from "@/domain/values/money";
import { displayPhone } from "@/domain/values/phone";
import { messages as m } from "@/messages";
import { formatList } from "@/messages/language";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Badge } from "@/ui/content/badge";
import cards from "@/ui/content/cards.module.css";
import { Button } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeletons } from "@/ui/feedback/skeletons";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Card, Row, Text } from "@/ui/layout";
import { PageHeader } from "@/ui/layout/page-header";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";

export function HeldPaymentsPage() {
  useDocumentTitle(m.common.heldPayments);
  return (
    <>
      <PageHeader title={m.common.heldPayments} description={m.heldPayments.lead} />
      <HeldPaymentList />
    </>
  );
}

/** Money that became no order, and what is to be done with it. */
function HeldPaymentList() {
  const query = useQuery(heldPaymentsQuery());
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <Loaded
      query={query}
      skeleton={
        <Skeletons
          label={m.heldPayments.loading}
          heights={["9rem", "9rem"]}
          className={cards.list}
        />
      }
      failed={m.heldPayments.failed}
    >
      {({ reviews }) =>
        reviews.length === 0 ? (
          <EmptyState title={m.heldPayments.empty} description={m.heldPayments.emptyHint} />
        ) : (
          <>
            <ul className={cards.list}>
              {reviews.map((payment) => (
                <li key={payment._id}>
                  <HeldPaymentCard
                    payment={payment}
                    onDecide={(decision) => setAsked({ payment, decision })}
                  />
                </li>
              ))}
            </ul>
            <DecideDialog asked={asked} onClose={() => setAsked(null)} />
          </>
        )
      }
    </Loaded>
  );
}

interface HeldPaymentCardProps {
  payment: HeldPayment;
  onDecide: (decision: Decision) => void;
}

/** One payment: what arrived, what it should have been, and what was decided. */
function HeldPaymentCard({ payment, onDecide }: HeldPaymentCardProps) {
  const { expected, decidedBy, note } = payment;
  const reason = sayReason(payment.reason);
  const at = new Date(payment.createdAt);
  const canRefund = payment.refundable > 0;
  const canReview = payment.decision === null || (canRefund && payment.decision === "refund");
  return (
    <Card
      as="article"
      gap={2}
      padding={4}
      raised
      breaks
      aria-label={m.heldPayments.card.title({ amount: formatDollars(payment.amount) })}
    >
      <Row as="header" gap={3} rowGap={1} align="center">
        <h2>{formatDollars(payment.amount)}</h2>
        <State payment={payment} />
      </Row>
      <p>
        {expected === null
          ? m.heldPayments.card.reason({ reason })
          : m.heldPayments.card.reasonAndAmount({
              reason,
              expectedAmount: formatDollars(expected),
            })}
      </p>
      <Text soft size="s">
        {[payment.truckName, payment.customerName].filter(Boolean).join(", ") ||
          m.heldPayments.card.unknownCheckout}
        {payment.customerPhone ? `, ${displayPhone(payment.customerPhone)}` : ""}
      </Text>
      <Text soft size="s">
        <time dateTime={payment.createdAt}>{formatInstant(at, payment.timezone ?? "UTC")}</time>{" "}
        {payment.paymentIntentId}
      </Text>
      {payment.disputed ? <Text tone="danger">{m.heldPayments.card.disputed}</Text> : null}
      <Refunds payment={payment} />
      {decidedBy ? (
        <Text soft size="s">
          {note
            ? m.heldPayments.card.decidedWithNote({ name: decidedBy, note })
            : m.heldPayments.card.decidedBy({ name: decidedBy })}
        </Text>
      ) : null}
      {canRefund || canReview ? (
        <Row gap={3} rowGap={1} align="center">
          {canRefund ? (
            <Button onClick={() => onDecide("refund")}>
              {m.heldPayments.refund.action({ amount: formatDollars(payment.refundable) })}
            </Button>
          ) : null}
          {canReview ? (
            <Button variant="quiet" onClick={() => onDecide("looked_at")}>
              {m.heldPayments.review.action}
            </Button>
          ) : null}
        </Row>
      ) : null}
    </Card>
  );
}

const DIFFERENT = "different ";

/** The server's reason in the language of the screen; one that is newer than this page stays as it is. */
function sayReason(reason: string): string {
  const reasons: Record<string, string> = m.heldPayments.card.reasons;
  if (!reason.startsWith(DIFFERENT)) return reasons[reason] ?? reason;
  const differences: Record<string, string> = m.heldPayments.card.differences;
  const names = reason.slice(DIFFERENT.length).split(", ");
  const said = names.flatMap((name) => differences[name] ?? []);
  return said.length === names.length ? formatList(said) : reason;
}

function State({ payment: { decision, refunds } }: { payment: HeldPayment }) {
  const last = refunds.at(-1)?.status;
  if (decision === "looked_at") return <Badge>{m.heldPayments.states.reviewed}</Badge>;
  if (decision === null) return <Badge tone="warning">{m.heldPayments.states.open}</Badge>;
  if (last === "failed") return <Badge tone="danger">{m.heldPayments.states.refundFailed}</Badge>;
  return last === "pending" ? (
    <Badge tone="info">{m.heldPayments.states.refunding}</Badge>
  ) : (
    <Badge tone="good">{m.heldPayments.states.refunded}</Badge>
  );
}

function Refunds({ payment }: { payment: HeldPayment }) {
  const failed = payment.refunds.filter(({ failure }) => failure);
  return failed.map(({ _id, amount, failure }) => (
    <Text key={_id} tone="danger">
      {m.heldPayments.card.refundFailed({ amount: formatDollars(amount) })} {failure}
    </Text>
  ));
}

interface DecideDialogProps {
  asked: Asked | null;
  onClose: () => void;
}

/** Asks once more, with room for a note. */
function DecideDialog({ asked, onClose }: DecideDialogProps) {
  // Outlives the question: asked again, an unanswered decision is repeated under its own key.
  const decide = useDecide();
  return asked ? (
    <Question key={asked.payment._id} asked={asked} decide={decide} onClose={onClose} />
  ) : null;
}

interface QuestionProps {
  asked: Asked;
  decide: ReturnType<typeof useDecide>;
  onClose: () => void;
}

function Question({ asked, decide, onClose }: QuestionProps) {
  const { payment, decision } = asked;
  const [note, setNote] = useState("");
  const { mutateAsync, isPending } = decide;
  const isRefund = decision === "refund";
  function handleConfirm() {
    const call = { id: payment._id, decision, note };
    whenDone(mutateAsync(call, { onSettled: onClose }), {
      onSuccess: () => {
        const done = isRefund ? m.heldPayments.refund.done : m.heldPayments.review.done;
        showToast({ type: "success", message: done });
      },
      onError: (error) => {
        showToast({
          type: "error",
          message: m.heldPayments.decideFailed({ errorMessage: errorMessage(error) }),
        });
      },
    });
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={
        isRefund
          ? m.heldPayments.refund.title({ amount: formatDollars(payment.refundable) })
          : m.heldPayments.review.title
      }
      confirmLabel={isRefund ? m.common.refund : m.heldPayments.review.action}
      destructive={isRefund}
      pending={isPending}
      onConfirm={handleConfirm}
    >
      <p>{isRefund ? m.common.backToCard : m.heldPayments.review.hint}</p>
      <Field label={m.common.noteOptional}>
        <TextInput
          value={note}
          maxLength={DecisionRequest.note.maxLength}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </Field>
    </ConfirmDialog>
  );
}

type Decision = NonNullable<HeldPayment["decision"]>;

/** What the dialog asks about. */
interface Asked {
  payment: HeldPayment;
  decision: Decision;
}

interface DecisionInput {
  id: string;
  decision: Decision;
  note: string;
}

function heldPaymentsQuery() {
  return queryOptions({
    queryKey: heldPaymentsKey(),
    queryFn: ({ signal }) => answer(api.GET("/api/payments/reviews", { signal })),
  });
}

/** Whatever comes of it, the list is read again. */
function useDecide() {
  const client = useQueryClient();
  const send = useSend(({ id, decision, note }: DecisionInput, key) =>
    answer(
      api.POST("/api/payments/reviews/{review_id}/decision", {
        params: { path: { review_id: id }, header: { "Idempotency-Key": key } },
        body: { decision, note },
      }),
    ),
  );
  return useMutation({
    mutationFn: send,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: dashboardKey(null) });
      return client.invalidateQueries({ queryKey: heldPaymentsQuery().queryKey });
    },
  });
}
