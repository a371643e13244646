import { useRef, useState } from "react";
import type { OrderStatus, StaffOrder } from "@/domain/api/admin-types";
import { orderOfConflict } from "@/domain/orders/order-conflict";
import { messages as m } from "@/messages";
import { useSettling } from "@/staff/orders/detail/use-settling";
import { statusBadges } from "@/staff/shared/order-labels";
import { remindOfPayOut } from "@/staff/shared/pay-outs";
import { usePresent } from "@/ui/browser/use-at";
import { showToast } from "@/ui/feedback/toast";
import { useChangeStatus } from "./api";
import { OrderCard } from "./order-card";
import styles from "./orders-board.module.css";
import { ticketId, useFocusOnMoved } from "./use-focus-on-moved";

interface TicketsProps {
  truckId: string;
  orders: readonly StaffOrder[];
  /** The orders that were not looked at yet. */
  newOrders: readonly StaffOrder[];
}

/** A ticket for each order, and what happens when one is moved on. */
export function Tickets({ truckId, orders, newOrders }: TicketsProps) {
  const now = usePresent();
  const { moving, moved, move } = useMoving(truckId);
  const list = useRef<HTMLUListElement>(null);
  const isSettling = useSettling(orders.map(({ _id }) => _id).join());
  useFocusOnMoved(list, moved, orders);
  return (
    <>
      <p role="status" className="visually-hidden">
        {moved
          ? m.orders.steps.announced({
              orderNumber: moved.orderNumber,
              status: statusBadges()[moved.status].label,
            })
          : null}
      </p>
      <ul ref={list} tabIndex={-1} className={styles.tickets} data-settling={isSettling}>
        {orders.map((order) => (
          <li key={order._id} id={ticketId(order)} tabIndex={-1}>
            <OrderCard
              order={order}
              now={now}
              isNew={newOrders.some(({ _id }) => _id === order._id)}
              moving={moving.get(order._id) ?? null}
              onMove={(status) => move(order, status)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function useMoving(truckId: string) {
  const change = useChangeStatus(truckId);
  const [moving, setMoving] = useState<ReadonlyMap<string, OrderStatus>>(new Map());
  const [moved, setMoved] = useState<StaffOrder | null>(null);

  async function move(order: StaffOrder, status: OrderStatus): Promise<void> {
    setMoving((before) => new Map(before).set(order._id, status));
    try {
      const changed = await change.mutateAsync({ order, status });
      setMoved(changed);
      remindOfPayOut(changed);
    } catch (error) {
      tellWhy(order, error);
    } finally {
      setMoving((before) => new Map([...before].filter(([id]) => id !== order._id)));
    }
  }

  return { moving, moved, move };
}

/** A lost race is no failure: the card already shows what the colleague did. */
function tellWhy(order: StaffOrder, error: unknown): void {
  const current = orderOfConflict(error);
  if (current) {
    const status = statusBadges()[current.status].label;
    showToast({
      type: "info",
      message: m.orders.steps.already({ orderNumber: order.orderNumber, status }),
    });
    return;
  }
  showToast({ type: "error", message: m.orders.steps.failed });
}
