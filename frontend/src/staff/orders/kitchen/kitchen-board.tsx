import type { StaffTruck } from "@/api/admin-types";
import { sentenceOf } from "@/api/errors";
import { LiveBars } from "@/components/orders/live-bars";
import { useNewOrders } from "@/components/orders/use-new-orders";
import { ErrorState } from "@/components/ui/error-state";
import { useWakeLock } from "@/lib/wake-lock";
import styles from "./kitchen-board.module.css";
import { KitchenSkeleton } from "./kitchen-skeleton";
import { KitchenTickets } from "./kitchen-tickets";
import { UnsentBar } from "./unsent-bar";
import { useKitchenOrders } from "./use-kitchen-orders";
import { useSteps } from "./use-steps";

interface KitchenBoardProps {
  truck: Pick<StaffTruck, "_id" | "timezone">;
  /** Who works here. */
  userId: string;
}

/** The open orders of one truck: what to make, in the order it is wanted, and what waits to be fetched. */
export function KitchenBoard({ truck, userId }: KitchenBoardProps) {
  const { steps, queue } = useSteps(userId, truck._id);
  const { live, orders } = useKitchenOrders(truck._id, (order) => queue.look(order));
  useNewOrders(orders.data?.filter(({ status }) => status === "pending"));
  useWakeLock();
  return (
    <div className={styles.board}>
      <div className={styles.bars}>
        <LiveBars live={live} zone={truck.timezone} />
        <UnsentBar steps={steps} onRetry={() => queue.retryNow()} />
      </div>
      {orders.isPending ? <KitchenSkeleton /> : null}
      {orders.error && !orders.data ? (
        <ErrorState
          title="Failed to load orders"
          description={sentenceOf(orders.error)}
          onRetry={() => void orders.refetch()}
        />
      ) : null}
      {orders.data ? (
        <KitchenTickets zone={truck.timezone} orders={orders.data} steps={steps} queue={queue} />
      ) : null}
    </div>
  );
}
