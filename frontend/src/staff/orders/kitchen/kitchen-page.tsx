import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { OrderStatus, StaffOrder, StaffTruck } from "@/domain/api/admin-types";
import { answer, api, authorizationHeader } from "@/domain/api/client";
import { ApiError } from "@/domain/api/errors";
import { withTimeLimit } from "@/domain/api/transport/time-limit";
import { applyOrder, orderOfConflict } from "@/domain/orders/order-cache";
import { openOrdersQuery } from "@/domain/orders/staff-order-queries";
import { opensAt, presentSchedule } from "@/domain/schedule/present-schedule";
import { whenAt } from "@/domain/schedule/schedule-words";
import { messages as m } from "@/messages";
import { formatList } from "@/messages/language";
import { AvailabilityControls } from "@/staff/orders/availability/availability-controls";
import { LiveBars, useNewOrders, useWakeLock } from "@/staff/orders/live/new-orders";
import { prepSheetPath } from "@/staff/reports/prep-sheet/api";
import { useCurrentUser } from "@/staff/session/session";
import { pollWhileLost, useLiveOrders } from "@/staff/shared/use-live-orders";
import { TruckContent } from "@/staff/shell/truck-content";
import { TruckSelect, useTruckScope } from "@/staff/shell/truck-scope";
import { staffTruckQuery } from "@/staff/trucks/api";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { useNow } from "@/ui/browser/use-now";
import { Button, ButtonLink } from "@/ui/controls/button";
import { Loaded } from "@/ui/feedback/loaded";
import { NoticeBar } from "@/ui/feedback/notice-bar";
import { Skeleton } from "@/ui/feedback/skeleton";
import { showToast } from "@/ui/feedback/toast";
import { Row, Stack, Text } from "@/ui/layout";
import { BackLink } from "@/ui/layout/headings";
import { ThemeSwitch } from "@/ui/layout/switches";
import styles from "./kitchen.module.css";
import { KitchenTickets } from "./kitchen-tickets";
import {
  type Outcome,
  type QueueHandlers,
  type StatusChange,
  StatusChangeQueue,
  unsentChanges,
} from "./status-change-queue";
import { byPickup } from "./tickets";
import ticketStyles from "./tickets.module.css";

export function KitchenPage() {
  const scope = useTruckScope({ allowsDeleted: true });
  const user = useCurrentUser();
  useDocumentTitle(m.common.kitchen);
  // A deleted truck takes no orders and goes nowhere.
  const present = scope.truck?.archivedAt ? null : scope.truck;
  return (
    <>
      <Row as="header" gap={4} rowGap={2} align="center" marginBottom={3}>
        <BackLink to="/admin/orders" label={m.common.orders} />
        <div className={styles.words}>
          <Text as="h1" size="2xl">
            {m.common.kitchen}
          </Text>
          {scope.truck ? (
            <Text soft breaks>
              {scope.truck.name}
            </Text>
          ) : null}
        </div>
        {present ? <NextPrepSheet key={present._id} truck={present} /> : null}
        <ThemeSwitch />
        <TruckSelect scope={scope} />
        {present ? (
          <div className={styles.controls}>
            <AvailabilityControls key={present._id} truck={present} />
          </div>
        ) : null}
      </Row>
      <TruckContent scope={scope} skeleton={<KitchenSkeleton />}>
        {scope.truck ? (
          <KitchenBoard key={scope.truck._id} truck={scope.truck} userId={user._id} />
        ) : null}
      </TruckContent>
    </>
  );
}

/** Leads to what to prepare for the next stop; nothing while none is planned. */
function NextPrepSheet({ truck }: { truck: StaffTruck }) {
  const isMoving = truck.scheduleMode === "stops";
  // The list of trucks comes without their stops.
  const { data: whole } = useQuery(staffTruckQuery(isMoving ? truck._id : ""));
  const now = useNow();
  const next = isMoving && whole ? presentSchedule(whole, now).next : null;
  if (!next || next.status === "cancelled") return null;
  const when = whenAt(opensAt(next), next, now);
  return (
    <ButtonLink to={prepSheetPath(next._id)}>
      {m.prepSheet.title}{" "}
      <span className="visually-hidden">
        {m.prepSheet.nextStop({ place: next.place.name, when })}
      </span>
    </ButtonLink>
  );
}

interface KitchenBoardProps {
  truck: Pick<StaffTruck, "_id" | "timezone">;
  /** Who works here. */
  userId: string;
}

/** The open orders of one truck: what to make, in the order it is wanted, and what waits to be fetched. */
function KitchenBoard({ truck, userId }: KitchenBoardProps) {
  const { changes, queue } = useStatusChanges(userId, truck._id);
  const { live, orders } = useKitchenOrders(truck._id, (order) => queue.look(order));
  useNewOrders(orders.data?.filter(({ status }) => status === "pending"));
  useWakeLock();
  return (
    <Stack gap={3} columns="fill">
      <Stack gap={2} className={styles.bars}>
        <LiveBars live={live} zone={truck.timezone} />
        <UnsentBar changes={changes} onRetry={() => queue.retryNow()} />
      </Stack>
      <Loaded query={orders} skeleton={<KitchenSkeleton />} failed={m.common.ordersFailed}>
        {(found) => <KitchenTickets orders={found} changes={changes} queue={queue} />}
      </Loaded>
    </Stack>
  );
}

/** Says that the server has not heard of some taps; they are kept and sent again until it has. */
function UnsentBar({
  changes,
  onRetry,
}: {
  changes: readonly StatusChange[];
  onRetry: () => void;
}) {
  const stuck = changes.filter(({ state }) => state === "stuck");
  const numbers = [...new Set(stuck.map(({ orderNumber }) => `#${orderNumber}`))];
  if (numbers.length === 0) return null;
  return (
    <NoticeBar
      tone="danger"
      role="alert"
      action={<Button onClick={onRetry}>{m.kitchen.unsaved.retry}</Button>}
    >
      {m.kitchen.unsaved.bar({ numbers: formatList(numbers) })}
    </NoticeBar>
  );
}

const SHAPES = ["first", "second", "third", "fourth"];

/** The shape of the tickets while they are on their way. */
function KitchenSkeleton() {
  return (
    <div role="status">
      <span className="visually-hidden">{m.common.loadingOrders}</span>
      <div className={ticketStyles.grid}>
        {SHAPES.map((shape) => (
          <Skeleton key={shape} height="18rem" className={ticketStyles.shape} />
        ))}
      </div>
    </div>
  );
}

/** The open orders of a truck as they are now, the next to be wanted first. */
export function useKitchenOrders(truckId: string, onOrder: (order: StaffOrder) => void) {
  const live = useLiveOrders(truckId, onOrder);
  const orders = useQuery({
    ...openOrdersQuery(truckId),
    select: inOrderOfPickup,
    refetchInterval: pollWhileLost(live),
  });
  return { live, orders };
}

function inOrderOfPickup(orders: StaffOrder[]): StaffOrder[] {
  return [...orders].sort(byPickup);
}

/** Requests time out after this long; a dead line must not look like a slow server. */
const ANSWER_MS = 10_000;

/** The unsent status changes of a truck, and the queue that takes new ones. */
function useStatusChanges(
  userId: string,
  truckId: string,
): { changes: readonly StatusChange[]; queue: StatusChangeQueue } {
  const client = useQueryClient();
  const [queue] = useState(
    () => new StatusChangeQueue(handlersFor(client), unsentChanges(userId, truckId)),
  );
  const changes = useSyncExternalStore(queue.subscribe, queue.getChanges);
  useEffect(() => {
    queue.restore();
    return sendWhenLeft(queue);
  }, [queue]);
  return { changes, queue };
}

/** Sends everything once the screen is hidden or closed. */
function sendWhenLeft(queue: StatusChangeQueue): () => void {
  const handleVisibility = () => {
    if (document.visibilityState === "hidden") queue.hide();
    else queue.retryNow();
  };
  const handleLeave = () => queue.leave();
  const handleBack = () => queue.retryNow();
  document.addEventListener("visibilitychange", handleVisibility);
  window.addEventListener("pagehide", handleLeave);
  window.addEventListener("online", handleBack);
  return () => {
    document.removeEventListener("visibilitychange", handleVisibility);
    window.removeEventListener("pagehide", handleLeave);
    window.removeEventListener("online", handleBack);
    queue.close();
  };
}

function handlersFor(client: QueryClient): QueueHandlers {
  // The token of the user who tapped: another one may be signed in when the change is sent.
  const headers = authorizationHeader();
  return {
    send: (change, through) => send(change, through, headers),
    onSaved: (order) => applyOrder(client, order),
    onOvertaken: (order) => {
      applyOrder(client, order);
      const { orderNumber, status } = order;
      showToast({ type: "info", message: m.orders.steps.already({ orderNumber, status }) });
    },
    onRefused: ({ orderNumber }) => {
      const message = m.kitchen.step.failed({ orderNumber });
      showToast({ type: "error", message });
    },
  };
}

async function send(
  { orderId, to }: StatusChange,
  through: OrderStatus[],
  headers: Record<string, string>,
): Promise<Outcome> {
  try {
    const call = api.PATCH("/api/orders/{order_id}", {
      params: { path: { order_id: orderId } },
      body: through.length > 0 ? { status: to, through } : { status: to },
      headers,
      keepalive: true,
      signal: withTimeLimit(ANSWER_MS),
    });
    return { kind: "saved", order: await answer(call) };
  } catch (error) {
    const order = orderOfConflict(error);
    if (order) return { kind: "overtaken", order };
    if (error instanceof ApiError && error.status === 401) return { kind: "signed-out" };
    // Setting the same status again is harmless, so it is retried until there is an answer.
    return isRefusal(error) ? { kind: "refused", error } : { kind: "unanswered" };
  }
}

function isRefusal(error: unknown): boolean {
  return (
    error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
  );
}
