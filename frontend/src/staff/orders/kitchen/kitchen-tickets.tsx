import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import type { OrderStatus, StaffOrder } from "@/api/admin-types";
import { STATUS_LOOK } from "@/components/orders/order-words";
import { EmptyState } from "@/components/ui/empty-state";
import { AllDayPanel } from "./all-day-panel";
import { KeysHelp } from "./keys-help";
import styles from "./kitchen-board.module.css";
import { dropOrder } from "./open-orders";
import { ReadyShelf } from "./ready-shelf";
import type { StepQueue } from "./step-queue";
import type { Step } from "./steps";
import { TicketGrid } from "./ticket-grid";
import { layOut } from "./tickets";
import { useFocusKept } from "./use-focus-kept";
import { useKitchenKeys } from "./use-kitchen-keys";

interface KitchenTicketsProps {
  zone: string;
  orders: StaffOrder[];
  steps: readonly Step[];
  queue: StepQueue;
}

/** All tickets, and what a tap or a key does to them. */
export function KitchenTickets({ zone, orders, steps, queue }: KitchenTicketsProps) {
  const board = useRef<HTMLDivElement>(null);
  const { said, advance, undo, takeAway } = useTaps(queue);
  const { toMake, ready } = useMemo(() => layOut(orders, steps), [orders, steps]);
  useKitchenKeys(board, undo);
  useFocusKept(board);
  return (
    <section ref={board} className={styles.layout} tabIndex={-1} aria-label="Orders">
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <div className={styles.side}>
        <ReadyShelf tickets={ready} zone={zone} onAdvance={advance} onUndo={undo} />
        <AllDayPanel orders={orders} />
        <KeysHelp />
      </div>
      {toMake.length > 0 ? (
        <TicketGrid
          tickets={toMake}
          zone={zone}
          onAdvance={advance}
          onUndo={undo}
          onSeen={takeAway}
        />
      ) : (
        <NothingToMake isWaiting={ready.length > 0} />
      )}
    </section>
  );
}

function NothingToMake({ isWaiting }: { isWaiting: boolean }) {
  return (
    <EmptyState
      title="Nothing to make"
      description={
        isWaiting
          ? "Everything is ready for pickup."
          : "The next order will show up here by itself, as soon as it is paid."
      }
    />
  );
}

function useTaps(queue: StepQueue) {
  const client = useQueryClient();
  const [said, setSaid] = useState("");
  const advance = useCallback(
    (order: StaffOrder, from: OrderStatus, to: OrderStatus) => {
      queue.add(order, from, to);
      setSaid(`Order #${order.orderNumber}: ${STATUS_LOOK[to].label}. Press U to undo.`);
    },
    [queue],
  );
  const undo = useCallback(
    (orderId?: string) => {
      const step = queue.undo(orderId);
      if (step) setSaid(`Undone. Order #${step.orderNumber}: ${STATUS_LOOK[step.from].label}.`);
    },
    [queue],
  );
  const takeAway = useCallback((order: StaffOrder) => dropOrder(client, order), [client]);
  return { said, advance, undo, takeAway };
}
