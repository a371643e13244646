import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { OrderStatus, StaffOrder, StaffTruck } from "@/api/admin-types";
import { sentenceOf } from "@/api/errors";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { showToast } from "@/components/ui/toast";
import {
  orderCountsQuery,
  orderOfConflict,
  ordersQuery,
  type StatusFilter,
  useChangeStatus,
} from "./api";
import { OrderCard } from "./order-card";
import { STATUS_LOOK } from "./order-words";
import styles from "./orders-board.module.css";
import { OrdersSkeleton } from "./orders-skeleton";
import { StatusTabs } from "./status-tabs";
import { ticketId, useFocusOnMoved } from "./use-focus-on-moved";
import { useMinute } from "./use-minute";

/** The orders of one truck: filters with their counts, and a ticket for each of the newest orders. */
export function OrdersBoard({ truck }: { truck: Pick<StaffTruck, "_id" | "timezone"> }) {
  const [filter, setFilter] = useState<StatusFilter>("all");
  const counts = useQuery(orderCountsQuery(truck._id));
  const orders = useQuery(ordersQuery(truck._id, filter));
  const refresh = useRefresh(truck._id);
  const isEmpty = orders.data?.length === 0;
  return (
    <section aria-label="Orders" className={styles.board}>
      <div className={styles.bar}>
        <StatusTabs chosen={filter} counts={counts.data} onChoose={setFilter} />
        <Button busy={orders.isFetching && !orders.isPending} onClick={refresh}>
          Refresh
        </Button>
      </div>
      {orders.isPending ? <OrdersSkeleton /> : null}
      {orders.error && !orders.data ? (
        <ErrorState
          title="Failed to load orders"
          description={sentenceOf(orders.error)}
          onRetry={refresh}
        />
      ) : null}
      {orders.error && orders.data ? (
        <p role="alert" className={styles.stale}>
          Failed to load orders: {sentenceOf(orders.error)} Below is what was known before.
        </p>
      ) : null}
      {isEmpty ? <NoOrders filter={filter} /> : null}
      {orders.data && !isEmpty ? <Tickets truck={truck} orders={orders.data} /> : null}
    </section>
  );
}

function Tickets({
  truck,
  orders,
}: {
  truck: Pick<StaffTruck, "_id" | "timezone">;
  orders: StaffOrder[];
}) {
  const now = useMinute();
  const change = useChangeStatus(truck._id);
  const [moving, setMoving] = useState<ReadonlyMap<string, OrderStatus>>(new Map());
  const [moved, setMoved] = useState<StaffOrder | null>(null);
  const list = useRef<HTMLUListElement>(null);
  useFocusOnMoved(list, moved);

  async function move(order: StaffOrder, status: OrderStatus): Promise<void> {
    setMoving((before) => new Map(before).set(order._id, status));
    try {
      setMoved(await change.mutateAsync({ order, status }));
    } catch (error) {
      tellWhy(order, error);
    } finally {
      setMoving((before) => new Map([...before].filter(([id]) => id !== order._id)));
    }
  }

  return (
    <>
      <p role="status" className="visually-hidden">
        {moved ? `Order #${moved.orderNumber}: ${STATUS_LOOK[moved.status].label}` : null}
      </p>
      <ul ref={list} tabIndex={-1} className={styles.tickets}>
        {orders.map((order) => (
          <li key={order._id} id={ticketId(order)} tabIndex={-1}>
            <OrderCard
              order={order}
              zone={truck.timezone}
              now={now}
              moving={moving.get(order._id) ?? null}
              onMove={(status) => move(order, status)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** A lost race is no failure: the card already shows what the colleague did. */
function tellWhy(order: StaffOrder, error: unknown): void {
  const current = orderOfConflict(error);
  if (current) {
    const status = STATUS_LOOK[current.status].label;
    showToast({ type: "info", message: `Order #${order.orderNumber} is already ${status}.` });
    return;
  }
  showToast({ type: "error", message: "Failed to update order status" });
}

function NoOrders({ filter }: { filter: StatusFilter }) {
  return filter === "all" ? (
    <EmptyState
      title="No orders yet"
      description="The first order will show up here by itself, as soon as it is paid."
    />
  ) : (
    <EmptyState
      title={`No orders are ${STATUS_LOOK[filter].label.toLowerCase()}`}
      description="Choose another status to see the rest."
    />
  );
}

function useRefresh(truckId: string) {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: ["orders", truckId] });
  };
}
