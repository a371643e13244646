import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import type { OrderPage, StaffOrder, StaffTruck } from "@/api/admin-types";
import { sentenceOf } from "@/api/errors";
import { isLookup, type OrderFilter } from "@/api/order-list";
import {
  orderCountsQuery,
  ordersQuery,
  pendingOrdersQuery,
  rereadOrders,
} from "@/api/staff-orders";
import { LiveBars } from "@/components/orders/live-bars";
import { STATUS_LOOK } from "@/components/orders/order-words";
import { pollWhileLost, useLiveOrders } from "@/components/orders/use-live-orders";
import { useNewOrders } from "@/components/orders/use-new-orders";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { useWakeLock } from "@/lib/wake-lock";
import { NewOrdersBar, NewOrdersSpoken } from "./new-orders";
import { OlderOrders } from "./older-orders";
import { EVERYTHING } from "./order-filter";
import { OrderFilters } from "./order-filters";
import styles from "./orders-board.module.css";
import { OrdersSkeleton } from "./orders-skeleton";
import { RefreshButton } from "./refresh-button";
import { StatusTabs } from "./status-tabs";
import { Tickets } from "./tickets";
import { type FilterChoice, useOrderFilter } from "./use-order-filter";

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
  const refresh = () => rereadOrders(client, truck._id);
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
        description={sentenceOf(error)}
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
          Failed to load orders: {sentenceOf(error)} Below is what was known before.
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
      title={`No orders are ${STATUS_LOOK[filter.status].label.toLowerCase()}`}
      description="Choose another status to see the rest."
    />
  );
}

function describe({ status, search, from, to }: OrderFilter): string {
  const parts = [
    search && ` for "${search}"`,
    status !== "all" && ` among orders that are ${STATUS_LOOK[status].label.toLowerCase()}`,
    (from || to) && " on these days",
  ];
  return parts.filter(Boolean).join("");
}
