import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import type { OrderPage, StaffOrder, StaffTruck } from "@/domain/api/admin-types";
import { isLookup, type OrderFilter } from "@/domain/orders/order-list";
import {
  invalidateOrders,
  orderCountsQuery,
  ordersQuery,
  pendingOrdersQuery,
} from "@/domain/orders/staff-orders";
import { messages as m } from "@/messages";
import { EVERYTHING } from "@/staff/orders/board/filters/order-filter";
import { OrderFilters } from "@/staff/orders/board/filters/order-filters";
import { StatusTabs } from "@/staff/orders/board/filters/status-tabs";
import { type FilterChoice, useOrderFilter } from "@/staff/orders/board/filters/use-order-filter";
import { LiveBars } from "@/staff/orders/live/live-bars";
import { useNewOrders } from "@/staff/orders/live/use-new-orders";
import { useWakeLock } from "@/staff/orders/live/wake-lock";
import { SlotStrip } from "@/staff/schedule/slots/slot-strip";
import { statusBadges } from "@/staff/shared/order-labels";
import { DuePayOuts } from "@/staff/shared/pay-outs";
import { pollWhileLost, useLiveOrders } from "@/staff/shared/use-live-orders";
import { Button } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { Loaded } from "@/ui/feedback/loaded";
import { Stack, Text } from "@/ui/layout";
import { NewOrdersBar, NewOrdersSpoken } from "./new-orders";
import { OlderOrders } from "./older-orders";
import { OrdersSkeleton } from "./orders-skeleton";
import { RefreshButton } from "./refresh-button";
import { Tickets } from "./tickets";

/** The orders of one truck as they come and go: the newest ones, or a lookup. */
export function OrdersBoard({ truck }: { truck: StaffTruck }) {
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
    <Stack as="section" gap={5} columns="fill" aria-label={m.common.orders}>
      <LiveBars live={live} zone={truck.timezone} />
      <NewOrdersSpoken orders={newOrders} />
      <DuePayOuts truckId={truck._id} every={refetchInterval} />
      <SlotStrip truck={truck} />
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
    </Stack>
  );
}

interface OrdersProps extends FilterChoice {
  truck: StaffTruck;
  orders: UseQueryResult<OrderPage>;
  newOrders: readonly StaffOrder[];
  /** A bar says so already. */
  isLost: boolean;
  onRefresh: () => void;
}

function Orders({ truck, orders, newOrders, isLost, onRefresh, filter, choose }: OrdersProps) {
  return (
    <Loaded
      query={{ ...orders, refetch: onRefresh }}
      skeleton={<OrdersSkeleton />}
      failed={m.common.ordersFailed}
      stale={(errorMessage) =>
        isLost ? null : (
          <Text
            padding={4}
            paddingBlock={3}
            surface="warning"
            radius="control"
            tone="warning"
            role="alert"
          >
            {m.orders.failedStale({ errorMessage })}
          </Text>
        )
      }
    >
      {(page) => (
        <>
          {page.orders.length === 0 ? (
            <NoOrders filter={filter} choose={choose} />
          ) : (
            <Tickets truckId={truck._id} orders={page.orders} newOrders={newOrders} />
          )}
          <OlderOrders page={page} filter={filter} choose={choose} />
        </>
      )}
    </Loaded>
  );
}

function NoOrders({ filter, choose }: FilterChoice) {
  if (isLookup(filter)) {
    return (
      <EmptyState
        title={m.orders.filter.noMatch}
        description={m.orders.filter.nothingFound({ describe: describe(filter) })}
        action={<Button onClick={() => choose(EVERYTHING)}>{m.orders.filter.showAll}</Button>}
      />
    );
  }
  return filter.status === "all" ? (
    <EmptyState title={m.orders.empty} description={m.orders.emptyHint} />
  ) : (
    <EmptyState
      title={m.orders.filter.noneOfStatus({
        label: statusBadges()[filter.status].label.toLowerCase(),
      })}
      description={m.orders.filter.noneOfStatusHint}
    />
  );
}

function describe({ status, search, from, to }: OrderFilter): string {
  const parts = [
    search && m.orders.filter.forSearch({ search }),
    status !== "all" &&
      m.orders.filter.amongStatus({ label: statusBadges()[status].label.toLowerCase() }),
    (from || to) && m.orders.filter.onTheseDays,
  ];
  return parts.filter(Boolean).join("");
}
