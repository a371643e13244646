import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import type { OrderStatus, StaffOrder } from "@/domain/api/admin-types";
import { dropOrder } from "@/domain/orders/open-orders";
import { messages as m } from "@/messages";
import { AllDayPanel } from "@/staff/orders/kitchen/all-day/all-day-panel";
import type { StatusChange } from "@/staff/orders/kitchen/changes/status-change";
import type { StatusChangeQueue } from "@/staff/orders/kitchen/changes/status-change-queue";
import { ReadyShelf } from "@/staff/orders/kitchen/tickets/ready-shelf";
import { TicketGrid } from "@/staff/orders/kitchen/tickets/ticket-grid";
import { layOut } from "@/staff/orders/kitchen/tickets/tickets";
import { statusBadges } from "@/staff/shared/order-labels";
import { EmptyState } from "@/ui/feedback/empty-state";
import { Stack } from "@/ui/layout";
import { KeysHelp } from "./keys-help";
import styles from "./kitchen.module.css";
import { useFocusKept } from "./use-focus-kept";
import { useKitchenKeys } from "./use-kitchen-keys";

interface KitchenTicketsProps {
  orders: StaffOrder[];
  changes: readonly StatusChange[];
  queue: StatusChangeQueue;
}

/** All tickets, and what a tap or a key does to them. */
export function KitchenTickets({ orders, changes, queue }: KitchenTicketsProps) {
  const board = useRef<HTMLDivElement>(null);
  const { said, advance, undo, takeAway } = useTaps(queue);
  const { toMake, ready } = useMemo(() => layOut(orders, changes), [orders, changes]);
  useKitchenKeys(board, undo);
  useFocusKept(board);
  return (
    <Stack
      as="section"
      gap={4}
      columns="fill"
      align="start"
      ref={board}
      className={styles.layout}
      tabIndex={-1}
      aria-label={m.common.orders}
    >
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <Stack gap={3} columns="fill" className={styles.side}>
        <ReadyShelf tickets={ready} onAdvance={advance} onUndo={undo} />
        <AllDayPanel orders={orders} />
        <KeysHelp />
      </Stack>
      {toMake.length > 0 ? (
        <TicketGrid tickets={toMake} onAdvance={advance} onUndo={undo} onSeen={takeAway} />
      ) : (
        <NothingToMake isWaiting={ready.length > 0} />
      )}
    </Stack>
  );
}

function NothingToMake({ isWaiting }: { isWaiting: boolean }) {
  return (
    <EmptyState
      title={m.kitchen.empty.title}
      description={isWaiting ? m.kitchen.empty.allReady : m.kitchen.empty.hint}
    />
  );
}

function useTaps(queue: StatusChangeQueue) {
  const client = useQueryClient();
  const [said, setSaid] = useState("");
  const advance = useCallback(
    (order: StaffOrder, from: OrderStatus, to: OrderStatus) => {
      queue.add(order, from, to);
      setSaid(
        m.kitchen.step.done({
          orderNumber: order.orderNumber,
          status: statusBadges()[to].label,
        }),
      );
    },
    [queue],
  );
  const undo = useCallback(
    (orderId?: string) => {
      const step = queue.undo(orderId);
      if (step)
        setSaid(
          m.kitchen.step.undone({
            orderNumber: step.orderNumber,
            status: statusBadges()[step.from].label,
          }),
        );
    },
    [queue],
  );
  const takeAway = useCallback((order: StaffOrder) => dropOrder(client, order), [client]);
  return { said, advance, undo, takeAway };
}
