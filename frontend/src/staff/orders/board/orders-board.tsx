import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import type { OrderPage, StaffOrder, StaffTruck } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { isLookup, type OrderFilter } from "@/domain/orders/order-list";
import {
  invalidateOrders,
  orderCountsQuery,
  ordersQuery,
  pendingOrdersQuery,
} from "@/domain/orders/staff-orders";
import { EVERYTHING } from "@/staff/orders/board/filters/order-filter";
import { OrderFilters } from "@/staff/orders/board/filters/order-filters";
import { StatusTabs } from "@/staff/orders/board/filters/status-tabs";
import { type FilterChoice, useOrderFilter } from "@/staff/orders/board/filters/use-order-filter";
import { LiveBars } from "@/staff/orders/live/live-bars";
import { pollWhileLost, useLiveOrders } from "@/staff/orders/live/use-live-orders";
import { useNewOrders } from "@/staff/orders/live/use-new-orders";
import { useWakeLock } from "@/staff/orders/live/wake-lock";
import { STATUS_BADGES } from "@/staff/orders/order-labels";
import { Button } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { ErrorState } from "@/ui/feedback/error-state";
import { NewOrdersBar, NewOrdersSpoken } from "./new-orders";
import { OlderOrders } from "./older-orders";
import styles from "./orders-board.module.css";
import { OrdersSkeleton } from "./orders-skeleton";
import { RefreshButton } from "./refresh-button";
import { Tickets } from "./tickets";

type Truck = Pick<StaffTruck, "_id" | "timezone">;

/** The orders of one truck as they come and go: the newest ones, or what somebody looks up. */
export function OrdersBoard({ truck }: { truck: Truck }) {
  const choice = useOrderFilter();
  const client = useQueryClient();
  const live = useLiveOrders(truck._id);
  const refetchInterval = pollWhileLost(live);
  const counts = useQuery({ ...orderCountsQuery(truck._id), refetchInterval });
  const orders = useQuery({ ...ordersQuery(truck._id, choice.filter), refetchInterval });
  const pending = useQuery({ ...pendingOrdersQuery(truck._id), refetchInterval });
  const newOrders = useNewOrders(pending.data);
  useWakeLock();
  const refresh = () => invalidateOrders(client, truck._id);
  return (
    <section aria-label="Orders" className={styles.board}>
      <LiveBars live={live} zone={truck.timezone} />
      <NewOrdersSpoken orders={newOrders} />
      <StatusTabs
        chosen={choice.filter.status}
        counts={counts.data}
        onChoose={(status) => choice.choose({ status })}
      />
      <OrderFilters {...choice}>
        <RefreshButton isBusy={orders.isFetching && !orders.isPending} onRefresh={refresh} />
      </OrderFilters>
      <NewOrdersBar pending={pending.data} shown={orders.data?.orders} {...choice} />
      <Orders
        truck={truck}
        orders={orders}
        newOrders={newOrders}
        isLost={live.state === "lost"}
        onRefresh={refresh}
        {...choice}
      />
    </section>
  );
}

interface OrdersProps extends FilterChoice {
  truck: Truck;
  orders: UseQueryResult<OrderPage>;
  newOrders: readonly StaffOrder[];
  /** A bar says so already. */
  isLost: boolean;
  onRefresh: () => void;
}

function Orders({ truck, orders, newOrders, isLost, onRefresh, filter, choose }: OrdersProps) {
  const { data: page, error } = orders;
  if (!page) {
    return error ? (
      <ErrorState
        title="Failed to load orders"
        description={errorMessage(error)}
        onRetry={onRefresh}
      />
    ) : (
      <OrdersSkeleton />
    );
  }
  return (
    <>
      {error && !isLost ? (
        <p role="alert" className={styles.stale}>
          Failed to load orders: {errorMessage(error)} Below is what was known before.
        </p>
      ) : null}
      {page.orders.length === 0 ? (
        <NoOrders filter={filter} choose={choose} />
      ) : (
        <Tickets truck={truck} orders={page.orders} newOrders={newOrders} />
      )}
      <OlderOrders page={page} filter={filter} choose={choose} />
    </>
  );
}

function NoOrders({ filter, choose }: FilterChoice) {
  if (isLookup(filter)) {
    return (
      <EmptyState
        title="No orders match"
        description={`Nothing was found${describe(filter)}.`}
        action={<Button onClick={() => choose(EVERYTHING)}>Show all orders</Button>}
      />
    );
  }
  return filter.status === "all" ? (
    <EmptyState
      title="No orders yet"
      description="The first order will show up here by itself, as soon as it is paid."
    />
  ) : (
    <EmptyState
      title={`No orders are ${STATUS_BADGES[filter.status].label.toLowerCase()}`}
      description="Choose another status to see the rest."
    />
  );
}

function describe({ status, search, from, to }: OrderFilter): string {
  const parts = [
    search && ` for "${search}"`,
    status !== "all" && ` among orders that are ${STATUS_BADGES[status].label.toLowerCase()}`,
    (from || to) && " on these days",
  ];
  return parts.filter(Boolean).join("");
}
