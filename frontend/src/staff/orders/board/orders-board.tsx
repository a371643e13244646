import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { OrderCounts, OrderPage, StaffOrder, StaffTruck } from "@/domain/api/staff-types";
import { openOnes, type UnsentOrder, useIsLost, useUnsent } from "@/domain/offline/unsent-orders";
import { isLookup } from "@/domain/orders/order-cache";
import {
  invalidateOrders,
  openOrdersQuery,
  orderCountsQuery,
  ordersQuery,
  pendingOrdersQuery,
} from "@/domain/orders/staff-order-queries";
import { messages as m } from "@/messages";
import { currentLocale } from "@/messages/language";
import {
  ConnectionBars,
  LiveLoaded,
  PrinterBars,
  SoundBar,
} from "@/staff/orders/live/connection-sound-and-printer-bars";
import { useArrived, useNewOrders } from "@/staff/orders/live/new-orders";
import { UnsentBar, useStatusChanges } from "@/staff/orders/steps/status-changes-and-unsent-bar";
import { SlotStrip } from "@/staff/schedule/slots/slot-strip-and-raise-limit";
import { DuePayOuts } from "@/staff/shared/due-refunds";
import { pollWhileLost, useLiveStaffTruck } from "@/staff/shared/use-live-staff-truck";
import { useWakeLock } from "@/ui/browser/use-wake-lock";
import { Button } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { NoticeBar } from "@/ui/feedback/notice-bar";
import { RefreshIcon } from "@/ui/icons/staff-icons";
import { Row, Stack, Text } from "@/ui/layout";
import { inOrderOfWork, keepPlaces } from "./card-sequence";
import { OrderCards } from "./order-cards";
import { EVERYTHING, type FilterChoice, OPEN, StatusTabs, useOrderFilter } from "./order-filters";
import styles from "./orders-board.module.css";
import { OrdersSkeleton } from "./orders-skeleton";

/** The orders of one truck as they come and go: the open ones, those of a status, or a lookup. */
export function OrdersBoard({ truck }: { truck: StaffTruck }) {
  const choice = useOrderFilter();
  const client = useQueryClient();
  const steps = useStatusChanges(truck._id);
  const live = useLiveStaffTruck(truck._id, (order) => steps.queue.look(order));
  const refetchInterval = pollWhileLost(live);
  const counts = useQuery({ ...orderCountsQuery(truck._id), refetchInterval });
  const isOpen = choice.filter.status === "open";
  const listed = useQuery({
    ...ordersQuery(truck._id, choice.filter),
    enabled: !isOpen,
    refetchInterval,
  });
  const open = useQuery({
    ...openOrdersQuery(truck._id),
    select: asPage,
    enabled: isOpen,
    refetchInterval,
  });
  const orders = isOpen ? open : listed;
  const pending = useQuery({ ...pendingOrdersQuery(truck._id), refetchInterval });
  const newOrders = useNewOrders(pending.data);
  const unsent = useUnsent(truck._id);
  useWakeLock();
  const refresh = () => invalidateOrders(client, truck._id);
  return (
    <Stack as="section" gap={3} columns="fill" aria-label={m.common.orders}>
      <ConnectionBars truckId={truck._id} live={live} zone={truck.timezone} />
      <UnsentBar changes={steps.changes} onRetry={() => steps.queue.retryNow()} />
      <PrinterBars truck={truck} hasOrders={hasOpenOrders(counts.data)} every={refetchInterval} />
      {newOrders.length > 0 ? <SoundBar /> : null}
      <NewOrdersSpoken orders={newOrders} />
      <DuePayOuts truckId={truck._id} every={refetchInterval} />
      <SlotStrip truck={truck} />
      <Row gap={2} align="center" oneLine>
        <StatusTabs
          chosen={choice.filter.status}
          counts={counts.data}
          onChoose={(status) => choice.choose({ status })}
        />
        <RefreshButton isBusy={orders.isFetching && !orders.isPending} onRefresh={refresh} />
      </Row>
      {isOpen ? null : (
        <NewOrdersBar pending={pending.data} shown={orders.data?.orders} {...choice} />
      )}
      <Orders
        steps={steps}
        orders={orders}
        unsent={unsent}
        counts={counts.data}
        newOrders={newOrders}
        onRefresh={refresh}
        {...choice}
      />
    </Stack>
  );
}

function asPage(orders: StaffOrder[]): OrderPage {
  return { orders, total: orders.length, totalIsExact: true, nextCursor: null };
}

function hasOpenOrders(counts: OrderCounts | undefined): boolean {
  if (!counts) return false;
  return counts.pending + counts.confirmed + counts.preparing + counts.ready > 0;
}

type Steps = ReturnType<typeof useStatusChanges>;

interface OrdersProps extends FilterChoice {
  steps: Steps;
  unsent: readonly UnsentOrder[];
  orders: UseQueryResult<OrderPage>;
  counts: OrderCounts | undefined;
  newOrders: readonly StaffOrder[];
  onRefresh: () => void;
}

function Orders({ steps, orders, unsent, newOrders, onRefresh, ...rest }: OrdersProps) {
  const { filter, choose, counts } = rest;
  const isLost = useIsLost();
  // What this device has is made and handed over also where it does not know what the server has.
  const isAlone = isLost && filter.status === "open" && openOnes(unsent).length > 0;
  const data = orders.data ?? (isAlone ? asPage([]) : undefined);
  return (
    <LiveLoaded
      query={{ data, error: orders.error, refetch: onRefresh }}
      skeleton={<OrdersSkeleton />}
      failed={m.common.ordersFailed}
      stale={(errorMessage) => (
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
      )}
    >
      {(page) => (
        <>
          {filter.status === "open" ? (
            <OpenOrders
              steps={steps}
              orders={page.orders}
              unsent={unsent}
              newOrders={newOrders}
              // What a device kept may be older than the counts, which say that there is something to come.
              empty={
                orders.isFetching && hasOpenOrders(counts) ? (
                  <OrdersSkeleton />
                ) : (
                  <NoOpenOrders counts={counts} />
                )
              }
            />
          ) : page.orders.length === 0 ? (
            <NoOrders filter={filter} choose={choose} />
          ) : (
            <OrderCards orders={page.orders} newOrders={newOrders} {...steps} />
          )}
          <OlderOrders page={page} filter={filter} choose={choose} />
        </>
      )}
    </LiveLoaded>
  );
}

interface OpenOrdersProps {
  steps: Steps;
  /** As the server has them, with those that were cancelled meanwhile. */
  orders: StaffOrder[];
  /** What only this device has. */
  unsent: readonly UnsentOrder[];
  newOrders: readonly StaffOrder[];
  empty: ReactNode;
}

/** What is to be made and handed over, due first. While the board is touched nothing moves, and new orders wait in a bar. */
function OpenOrders({ steps, orders: arrived, unsent, newOrders, empty }: OpenOrdersProps) {
  const isTouched = useTouched();
  const orders = useMemo(() => [...arrived, ...openOnes(unsent)], [arrived, unsent]);
  const present = useMemo(() => inOrderOfWork(orders), [orders]);
  const [places, setPlaces] = useState(present);
  if (!isTouched && places !== present) setPlaces(present);
  const { shown, waiting } = isTouched
    ? keepPlaces(places, orders)
    : { shown: present, waiting: [] };
  if (shown.length === 0 && waiting.length === 0) return empty;
  return (
    <>
      <OrderCards orders={shown} newOrders={newOrders} {...steps} />
      {waiting.length > 0 ? (
        <div className={styles.waiting}>
          <NoticeBar
            tone="info"
            action={
              <Button variant="primary" onClick={() => setPlaces(present)}>
                {m.orders.arrivals.show({ count: waiting.length })}
              </Button>
            }
          >
            {m.orders.arrivals.count({ count: waiting.length })}
          </NoticeBar>
        </div>
      ) : null}
    </>
  );
}

/** Without a touch for so long, what moves moves under no hand. */
const REST_MS = 6_000;
const TOUCHES = ["pointerdown", "keydown", "wheel", "touchmove"] as const;

function useTouched(): boolean {
  const [isTouched, setTouched] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const touch = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setTouched(false), REST_MS);
      setTouched(true);
    };
    for (const event of TOUCHES) document.addEventListener(event, touch, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const event of TOUCHES) document.removeEventListener(event, touch);
    };
  }, []);
  return isTouched;
}

function NoOpenOrders({ counts }: { counts: OrderCounts | undefined }) {
  const hadSome = Object.values(counts ?? {}).some((count) => count > 0);
  return hadSome ? (
    <EmptyState title={m.orders.filter.noneOpen} description={m.orders.filter.noneOpenHint} />
  ) : (
    <EmptyState title={m.orders.empty} description={m.orders.emptyHint} />
  );
}

function NoOrders({ filter, choose }: FilterChoice) {
  if (filter.status === "open") return null;
  if (isLookup(filter)) {
    return (
      <EmptyState
        title={m.orders.filter.noMatch}
        description={m.orders.filter.nothingFound({
          search: filter.search,
          status: filter.status === "all" ? null : filter.status,
          hasDays: filter.from !== "" || filter.to !== "",
        })}
        action={<Button onClick={() => choose(EVERYTHING)}>{m.orders.filter.showAll}</Button>}
      />
    );
  }
  return filter.status === "all" ? (
    <EmptyState title={m.orders.empty} description={m.orders.emptyHint} />
  ) : (
    <EmptyState
      title={m.orders.filter.noneOfStatus({ status: filter.status })}
      description={m.orders.filter.noneOfStatusHint}
    />
  );
}

/** Announces to a screen reader that an order has come, in the next pause. */
function NewOrdersSpoken({ orders }: { orders: readonly StaffOrder[] }) {
  const [newest] = orders;
  return (
    <p role="status" className="visually-hidden">
      {newest
        ? m.orders.arrivals.oneFrom({
            orderNumber: newest.orderNumber,
            customerName: newest.customerName,
          })
        : null}
    </p>
  );
}

interface NewOrdersBarProps extends FilterChoice {
  pending: readonly StaffOrder[] | undefined;
  shown: readonly StaffOrder[] | undefined;
}

/** New orders stay out of a lookup, but not out of sight. */
function NewOrdersBar({ pending, shown = [], filter, choose }: NewOrdersBarProps) {
  const arrived = useArrived(pending, JSON.stringify(filter));
  const hidden = arrived.filter((order) => !shown.some(({ _id }) => _id === order._id));
  if (hidden.length === 0) return null;
  return (
    <NoticeBar
      tone="info"
      action={
        <Button variant="primary" onClick={() => choose(OPEN)}>
          {m.orders.arrivals.show({ count: hidden.length })}
        </Button>
      }
    >
      {m.orders.arrivals.count({ count: hidden.length })}
    </NoticeBar>
  );
}

/** The way to the orders before these, and back. */
function OlderOrders({ page, filter, choose }: FilterChoice & { page: OrderPage }) {
  const { nextCursor, orders, total } = page;
  if (!nextCursor && !filter.cursor) return null;
  const count =
    page.totalIsExact === false ? `${total.toLocaleString(currentLocale())}+` : `${total}`;

  function go(cursor: string): void {
    choose({ cursor });
    window.scrollTo(0, 0);
  }

  return (
    <Row
      as="nav"
      gap={4}
      rowGap={3}
      align="center"
      justify="center"
      aria-label={m.orders.pages.label}
    >
      {filter.cursor ? <Button onClick={() => go("")}>{m.orders.pages.newest}</Button> : null}
      <Text soft tabular>
        {m.orders.pages.count({ shown: orders.length, total: count })}
      </Text>
      {nextCursor ? <Button onClick={() => go(nextCursor)}>{m.orders.pages.older}</Button> : null}
    </Row>
  );
}

interface RefreshButtonProps {
  isBusy: boolean;
  onRefresh: () => void;
}

function RefreshButton({ isBusy, onRefresh }: RefreshButtonProps) {
  return (
    <Button
      variant="quiet"
      className={styles.icon}
      aria-label={m.orders.refresh}
      busy={isBusy}
      onClick={onRefresh}
    >
      <RefreshIcon size={20} />
    </Button>
  );
}
