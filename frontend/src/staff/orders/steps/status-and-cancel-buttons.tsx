import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { answer, api } from "@/domain/api/client";
import type { OrderStatus, StaffOrder } from "@/domain/api/staff-types";
import { applyOrder, orderOfConflict } from "@/domain/orders/order-cache";
import { invalidateOrders } from "@/domain/orders/staff-order-queries";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { remindOfPayOut } from "@/staff/shared/due-refunds";
import styles from "@/staff/shared/shared.module.css";
import { Button } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast";
import { Stack } from "@/ui/layout";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { nextStep, type Step, shortcutPast } from "./next-step";
import { type Advance, type StatusChange, tapOf } from "./status-change-queue";

interface StatusButtonsProps {
  order: StaffOrder;
  /** The last press on this order that the server does not know yet. */
  last: StatusChange | undefined;
  onAdvance: Advance;
  onUndo: (orderId: string) => void;
}

/**
 * A button for each status that the server offers now, and for *ready* where that is two steps on. After a press the
 * button stays where it was, and *Undo* is beside it until the step is sent. An order that is over has none.
 */
export function StatusButtons({ order, last, onAdvance, onUndo }: StatusButtonsProps) {
  const [isAsking, setAsking] = useState(false);
  const cancel = useCancel(order);
  const isSettling = useSettling(`${order.status} ${last?.id ?? ""}`);
  if (order.nextStatuses.length === 0 && !last) return null;
  const shown = last?.to ?? order.status;
  const mayCancel = !last && order.nextStatuses.includes("cancelled");
  return (
    <Stack gap={2} className={styles.steps} data-settling={isSettling}>
      {last ? <Pressed last={last} onUndo={onUndo} /> : null}
      {stepsFrom(order, shown).map(({ to, through }) => (
        <Button
          key={to}
          variant={through.length > 0 ? "secondary" : "primary"}
          disabled={cancel.isPending}
          onClick={() => onAdvance(order, shown, to, through)}
        >
          {m.orders.steps.markAs[to]}
        </Button>
      ))}
      {mayCancel ? (
        <Button variant="quiet" busy={cancel.isPending} onClick={() => setAsking(true)}>
          {cancel.isPending ? m.common.updating : m.orders.steps.markAs.cancelled}
        </Button>
      ) : null}
      <CancelQuestion
        order={order}
        open={isAsking}
        onOpenChange={setAsking}
        onConfirm={() => {
          setAsking(false);
          cancel.mutate();
        }}
      />
    </Stack>
  );
}

/** As long as a hand needs to notice that something else is under it. */
export const SETTLE_MS = 350;

/** True for a moment after the places of what can be pressed have changed: a tap then was meant for another. */
export function useSettling(places: string): boolean {
  const [seen, setSeen] = useState({ places, isSettling: false });
  if (seen.places !== places) setSeen({ places, isSettling: true });
  useEffect(() => {
    if (!seen.isSettling) return;
    const timer = setTimeout(() => setSeen({ ...seen, isSettling: false }), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [seen]);
  return seen.isSettling;
}

function stepsFrom(order: StaffOrder, shown: OrderStatus): Step[] {
  const to = nextStep(order, shown);
  const shortcut = shortcutPast(to);
  const next = to ? [{ to, through: [] }] : [];
  return shortcut ? [...next, shortcut] : next;
}

/** The button that was pressed, at its old place, so that the second of two taps presses it again. */
function Pressed({ last, onUndo }: { last: StatusChange; onUndo: (orderId: string) => void }) {
  const name = m.kitchen.ticket.named({ orderNumber: last.orderNumber });
  const undo: ReactNode = (
    <Button disabled={tapOf(last) !== "undoable"} onClick={() => onUndo(last.orderId)}>
      {m.common.undo} <span className="visually-hidden">{name}</span>
    </Button>
  );
  const wasSecond = (last.through ?? []).length > 0;
  return (
    <>
      {wasSecond ? undo : null}
      <Button key={last.to} variant="primary" busy>
        {m.common.updating}
      </Button>
      {wasSecond ? null : undo}
    </>
  );
}

/** Cancels the order at once: this is asked before, and neither text nor refund can be undone. */
function useCancel(order: StaffOrder) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      answer(
        api.PATCH("/api/orders/{order_id}", {
          params: { path: { order_id: order._id } },
          body: { status: "cancelled" },
        }),
      ),
    onSuccess: (cancelled) => {
      applyOrder(client, cancelled);
      remindOfPayOut(cancelled);
    },
    onError: (error) => {
      const current = orderOfConflict(error);
      if (!current) {
        invalidateOrders(client, order.truckId);
        showToast({ type: "error", message: m.orders.steps.failed });
        return;
      }
      applyOrder(client, current);
      const { orderNumber, status } = current;
      showToast({ type: "info", message: m.orders.steps.already({ orderNumber, status }) });
    },
  });
}

interface CancelQuestionProps {
  order: StaffOrder;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
}

/** Asks before an order is cancelled, with the money that goes back, because neither can be undone. */
function CancelQuestion({ order, open, onOpenChange, onConfirm }: CancelQuestionProps) {
  const { orderNumber, customerName, refundable } = order;
  const amount = formatDollars(refundable);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.orders.cancel.title({ orderNumber })}
      confirmLabel={
        refundable > 0 ? m.orders.cancel.withRefund({ amount }) : m.orders.cancel.action
      }
      dismissLabel={m.orders.cancel.keep}
      destructive
      onConfirm={onConfirm}
    >
      <p>{m.orders.cancel.customer({ customerName })}</p>
      <p>{moneySentence(order, amount)}</p>
      <p>{m.orders.cannotBeUndone}</p>
    </ConfirmDialog>
  );
}

function moneySentence(order: StaffOrder, amount: string): string {
  const { paymentStatus, refundable, windowPayment } = order;
  if (paymentStatus === "disputed") return m.orders.cancel.disputed;
  if (refundable <= 0) return m.orders.cancel.nothingLeft;
  if (!windowPayment) return m.orders.cancel.toCard({ amount });
  return windowPayment.method === "cash"
    ? m.orders.cancel.inCash({ amount })
    : m.orders.cancel.onDevice({ amount });
}
