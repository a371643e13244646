import { useQuery } from "@tanstack/react-query";
import type { StaffOrder, StaffTruck } from "@/domain/api/staff-types";
import { openOnes, type UnsentOrder, useIsLost, useUnsent } from "@/domain/offline/unsent-orders";
import { openOrdersQuery } from "@/domain/orders/staff-order-queries";
import { opensAt, presentSchedule } from "@/domain/schedule/current-stops";
import { whenAt } from "@/domain/schedule/schedule-words";
import { messages as m } from "@/messages";
import { AvailabilityControls } from "@/staff/orders/availability/availability-controls-and-bars";
import {
  LiveBars,
  LiveLoaded,
  PrinterBars,
} from "@/staff/orders/live/connection-sound-and-printer-bars";
import { useNewOrders } from "@/staff/orders/live/new-orders";
import { UnsentBar, useStatusChanges } from "@/staff/orders/steps/status-changes-and-unsent-bar";
import { prepSheetPath } from "@/staff/reports/api";
import { byPickup } from "@/staff/shared/order-rules";
import { pollWhileLost, useLiveStaffTruck } from "@/staff/shared/use-live-staff-truck";
import { TruckContent } from "@/staff/shell/truck-page-frame";
import { TruckSelect, useTruckScope } from "@/staff/shell/truck-scope-and-select";
import { staffTruckQuery } from "@/staff/trucks/api";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { useNow } from "@/ui/browser/use-now-and-tell-at";
import { useWakeLock } from "@/ui/browser/use-wake-lock";
import { ButtonLink } from "@/ui/controls/button";
import { ThemeSwitch } from "@/ui/controls/language-and-theme";
import { Skeleton } from "@/ui/feedback/skeletons";
import { Row, Stack, Text } from "@/ui/layout";
import { BackLink } from "@/ui/layout/back-button-and-return-to-list";
import styles from "./kitchen.module.css";
import { KitchenTickets } from "./kitchen-tickets-and-keys";
import ticketStyles from "./tickets.module.css";

export function KitchenPage() {
  const scope = useTruckScope({ allowsDeleted: true });
  useDocumentTitle(m.common.kitchen);
  // A deleted truck takes no orders and goes nowhere.
  const present = scope.truck?.archivedAt ? null : scope.truck;
  return (
    <>
      <Row as="header" gap={4} rowGap={2} align="center" marginBottom={3}>
        <BackLink to="/admin/orders" label={m.common.orders} />
        <Row align="baseline" shrinks className={styles.words}>
          <Text as="h1" size="2xl">
            {m.common.kitchen}
          </Text>
          {scope.truck ? (
            <Text soft breaks>
              {scope.truck.name}
            </Text>
          ) : null}
        </Row>
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
        {scope.truck ? <KitchenBoard key={scope.truck._id} truck={scope.truck} /> : null}
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
  truck: Pick<StaffTruck, "_id" | "timezone" | "scheduleMode">;
}

/** The open orders of one truck: what to make, in the order it is wanted, and what waits to be fetched. */
function KitchenBoard({ truck }: KitchenBoardProps) {
  const { changes, queue } = useStatusChanges(truck._id);
  const { live, orders } = useKitchenOrders(truck._id, (order) => queue.look(order));
  const unsent = useUnsent(truck._id);
  // What this device has is made also where it does not know what the server has.
  const isAlone = useIsLost() && openOnes(unsent).length > 0;
  const data = orders.data ?? (isAlone ? [] : undefined);
  useNewOrders(orders.data?.filter(({ status }) => status === "pending"));
  useWakeLock();
  return (
    <Stack gap={3} columns="fill">
      <Stack gap={2} className={styles.bars}>
        <LiveBars truckId={truck._id} live={live} zone={truck.timezone} />
        <UnsentBar changes={changes} onRetry={() => queue.retryNow()} />
        <PrinterBars
          truck={truck}
          hasOrders={(orders.data?.length ?? 0) > 0}
          every={pollWhileLost(live)}
        />
      </Stack>
      <LiveLoaded
        query={{ ...orders, data }}
        skeleton={<KitchenSkeleton />}
        failed={m.common.ordersFailed}
      >
        {(found) => (
          <KitchenTickets orders={withUnsent(found, unsent)} changes={changes} queue={queue} />
        )}
      </LiveLoaded>
    </Stack>
  );
}

const SHAPES = ["first", "second", "third", "fourth"];

/** The shape of the tickets while they are on their way. */
function KitchenSkeleton() {
  return (
    <div role="status">
      <span className="visually-hidden">{m.common.loadingOrders}</span>
      <Stack gap={4} align="start" className={ticketStyles.grid}>
        {SHAPES.map((shape) => (
          <Skeleton key={shape} height="18rem" className={ticketStyles.shape} />
        ))}
      </Stack>
    </div>
  );
}

/** The open orders of a truck as they are now, the next to be wanted first. */
export function useKitchenOrders(truckId: string, onOrder: (order: StaffOrder) => void) {
  const live = useLiveStaffTruck(truckId, onOrder);
  const orders = useQuery({
    ...openOrdersQuery(truckId),
    select: inOrderOfPickup,
    refetchInterval: pollWhileLost(live),
  });
  return { live, orders };
}

/** What only this device has is made like all others. */
function withUnsent(orders: StaffOrder[], unsent: readonly UnsentOrder[]): StaffOrder[] {
  return unsent.length === 0 ? orders : inOrderOfPickup([...orders, ...openOnes(unsent)]);
}

function inOrderOfPickup(orders: StaffOrder[]): StaffOrder[] {
  return [...orders].sort(byPickup);
}
