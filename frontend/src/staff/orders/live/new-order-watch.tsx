import { useQuery } from "@tanstack/react-query";
import type { LiveState } from "@/domain/live/live";
import { pendingOrdersQuery } from "@/domain/orders/staff-orders";
import { messages as m } from "@/messages";
import { pollWhileLost } from "@/staff/shared/use-live-orders";
import styles from "@/staff/shell/shell.module.css";
import { ButtonLink } from "@/ui/controls/button";
import { NoticeBar } from "@/ui/feedback/notice-bar";
import { LiveBars } from "./live-bars";
import { useArrived } from "./use-arrived";
import { useNewOrders } from "./use-new-orders";

interface NewOrderWatchProps {
  truckId: string;
  /** The truck's time zone. */
  zone: string;
  live: LiveState;
}

/**
 * Rings for new orders on a screen that shows something else. What a colleague takes at the window
 * is no news: that colleague is there.
 */
export function NewOrderWatch({ truckId, zone, live }: NewOrderWatchProps) {
  const refetchInterval = pollWhileLost(live);
  const { data } = useQuery({
    ...pendingOrdersQuery(truckId),
    select: onlyOnline,
    refetchInterval,
  });
  useNewOrders(data);
  const arrived = useArrived(data, truckId);
  const [newest] = arrived;
  return (
    <div className={styles.bars}>
      <LiveBars live={live} zone={zone} />
      {newest ? (
        <NoticeBar
          tone="info"
          role="alert"
          action={<ButtonLink to="/admin/orders">{m.orders.arrivals.see}</ButtonLink>}
        >
          {m.orders.arrivals.toast({
            count: arrived.length,
            orderNumber: newest.orderNumber,
            customerName: newest.customerName,
          })}
        </NoticeBar>
      ) : null}
    </div>
  );
}

function onlyOnline<Order extends { source: string }>(pending: Order[]): Order[] {
  return pending.filter(({ source }) => source === "online");
}
