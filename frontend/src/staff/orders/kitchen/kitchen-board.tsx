import type { StaffTruck } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { useStatusChanges } from "@/staff/orders/kitchen/changes/use-status-changes";
import { LiveBars } from "@/staff/orders/live/live-bars";
import { useNewOrders } from "@/staff/orders/live/use-new-orders";
import { useWakeLock } from "@/staff/orders/live/wake-lock";
import { Loaded } from "@/ui/feedback/loaded";
import { Stack } from "@/ui/layout";
import styles from "./kitchen.module.css";
import { KitchenSkeleton } from "./kitchen-skeleton";
import { KitchenTickets } from "./kitchen-tickets";
import { UnsentBar } from "./unsent-bar";
import { useKitchenOrders } from "./use-kitchen-orders";

interface KitchenBoardProps {
  truck: Pick<StaffTruck, "_id" | "timezone">;
  /** Who works here. */
  userId: string;
}

/** The open orders of one truck: what to make, in the order it is wanted, and what waits to be fetched. */
export function KitchenBoard({ truck, userId }: KitchenBoardProps) {
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
