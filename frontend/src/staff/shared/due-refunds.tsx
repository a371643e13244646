import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answer, api } from "@/domain/api/client";
import { errorMessage, isUnreachable } from "@/domain/api/errors";
import type { components } from "@/domain/api/schema.gen";
import type { StaffOrder } from "@/domain/api/staff-types";
import { readAgain } from "@/domain/live/read-again";
import { useIsLost } from "@/domain/offline/unsent-orders";
import { applyOrder, hasDueRefund } from "@/domain/orders/order-cache";
import { duePayOutsQuery } from "@/domain/orders/staff-order-queries";
import { allDisruptionsKey } from "@/domain/query-keys";
import { formatDollars } from "@/domain/values/money";
import { displayPhone } from "@/domain/values/phone";
import { messages as m } from "@/messages";
import { Button, ExternalLink } from "@/ui/controls/button";
import { useFocusWhenFewer } from "@/ui/controls/keep-focus";
import { Link } from "@/ui/controls/router-link";
import { Notice } from "@/ui/feedback/notice";
import { showToast } from "@/ui/feedback/toast";
import { PhoneIcon } from "@/ui/icons/common-icons";
import { Row, Stack, Text } from "@/ui/layout";
import styles from "./shared.module.css";

/** A refund of an order that was paid at the counter: no provider sends the money, a person hands it over. */
type DuePayOut = components["schemas"]["DuePayOut"];

/** The refunds of an order that wait to be paid out. */
export function duePayOutsOf(order: StaffOrder): DuePayOut[] {
  return order.refunds
    .filter(({ status }) => status === "due")
    .map((refund) => ({
      orderId: order._id,
      orderNumber: order.orderNumber,
      customerName: order.customerName,
      phone: order.customerPhone,
      refundId: refund._id,
      amount: refund.amount,
      method: order.windowPayment?.method ?? "cash",
    }));
}

/** Reminds the person who cancelled an order of the money to hand back; any other step has nothing to do with it. */
export function remindOfPayOut(order: StaffOrder): void {
  if (order.status !== "cancelled") return;
  const due = duePayOutsOf(order);
  const [first] = due;
  if (!first) return;
  const { orderNumber, method } = first;
  const sum = formatDollars(due.reduce((total, { amount }) => total + amount, 0));
  const message =
    method === "cash"
      ? m.orders.payOuts.cash({ orderNumber, sum })
      : m.orders.payOuts.card({ orderNumber, sum });
  showToast({ type: "warning", message });
}

/** All that the staff of a truck have to pay out, over their orders. */
export function DuePayOuts({ truckId, every }: { truckId: string; every: number | false }) {
  const query = useQuery({ ...duePayOutsQuery(truckId), refetchInterval: every });
  const { data, error, refetch } = query;
  const isLost = useIsLost();
  if (!data && isLost && isUnreachable(error)) return null;
  if (!data && error) {
    return (
      <Notice
        tone="danger"
        role="alert"
        title={m.orders.payOuts.failed}
        action={<Button onClick={() => void refetch()}>{m.orders.payOuts.reload}</Button>}
      >
        <p>{errorMessage(error)}</p>
      </Notice>
    );
  }
  const due = (data ?? []).filter(hasDueRefund).flatMap(duePayOutsOf);
  return <PayOutList id={truckId} due={due} headingLevel="h2" />;
}

interface PayOutListProps {
  /** Of the truck or the change of plan that the list is of. */
  id: string;
  due: readonly DuePayOut[];
  headingLevel: "h2" | "h4";
}

/**
 * Whom to pay back, how much and how, with one press each when it is done. Nothing where nothing is due; where something
 * was, it says that all is paid, and keeps the focus of the last press.
 */
export function PayOutList({ id, due, headingLevel: Heading }: PayOutListProps) {
  const heading = useFocusWhenFewer<HTMLHeadingElement>(due.length);
  const [wasDue, setWasDue] = useState(false);
  if (due.length > 0 && !wasDue) setWasDue(true);
  if (due.length === 0 && !wasDue) return null;
  const amount = formatDollars(due.reduce((total, one) => total + one.amount, 0));
  return (
    <Stack
      as="section"
      gap={3}
      padding={4}
      surface="card"
      radius="control"
      outlined
      aria-labelledby={`pay-outs-${id}`}
    >
      <Heading ref={heading} id={`pay-outs-${id}`} tabIndex={-1} className={styles.heading}>
        {due.length > 0
          ? m.orders.payOuts.due({ count: due.length, amount })
          : m.orders.payOuts.done}
      </Heading>
      <Stack as="ul">
        {due.map((one) => (
          <Row
            key={one.refundId}
            as="li"
            gap={4}
            rowGap={2}
            align="center"
            paddingBlock={3}
            lineAbove
            className={styles.payOutsRow}
          >
            <Text weight={650} breaks>
              <Link to={`/admin/orders/${one.orderId}`}>#{one.orderNumber}</Link> {one.customerName}
            </Text>
            {one.phone ? (
              <ExternalLink href={`tel:${one.phone}`}>
                <PhoneIcon size={18} /> {displayPhone(one.phone)}
              </ExternalLink>
            ) : (
              <Text soft>{m.plan.calls.noPhone}</Text>
            )}
            <p>{howToPay(one)}</p>
            <PayOutButton {...one} />
          </Row>
        ))}
      </Stack>
    </Stack>
  );
}

function howToPay({ method, amount }: DuePayOut): string {
  const sum = formatDollars(amount);
  return method === "cash"
    ? m.orders.payOuts.giveCash({ sum })
    : m.orders.payOuts.giveOnDevice({ sum });
}

/** Marks a refund as paid out, which a second press or a colleague does not repeat. */
function PayOutButton({ orderId, refundId, orderNumber, amount }: DuePayOut) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      answer(
        api.POST("/api/orders/{order_id}/pay-outs", {
          params: { path: { order_id: orderId } },
          body: { refundId },
        }),
      ),
    onSuccess: (order) => {
      applyOrder(client, order);
      void readAgain(client, allDisruptionsKey());
    },
    onError: (error) =>
      showToast({
        type: "error",
        message: m.orders.payOuts.notSaved({ errorMessage: errorMessage(error) }),
      }),
  });
  const sum = formatDollars(amount);
  return (
    <Button
      busy={isPending}
      aria-label={m.orders.payOuts.markNamed({ orderNumber, sum })}
      onClick={() => mutate()}
    >
      {m.orders.payOuts.mark}
    </Button>
  );
}
