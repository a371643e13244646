import { messages as m } from "@/messages";
import styles from "@/staff/orders/kitchen/tickets/tickets.module.css";
import { Skeleton } from "@/ui/feedback/skeleton";

const SHAPES = ["first", "second", "third", "fourth"];

/** The shape of the tickets while they are on their way. */
export function KitchenSkeleton() {
  return (
    <div role="status">
      <span className="visually-hidden">{m.common.loadingOrders}</span>
      <div className={styles.grid}>
        {SHAPES.map((shape) => (
          <Skeleton key={shape} height="18rem" className={styles.shape} />
        ))}
      </div>
    </div>
  );
}
