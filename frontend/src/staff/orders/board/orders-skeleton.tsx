import { messages as m } from "@/messages";
import { Skeleton } from "@/ui/feedback/skeletons";
import { Stack } from "@/ui/layout";
import styles from "./orders-board.module.css";

const SHAPES = ["first", "second", "third"];

/** The shape of the tickets while they are on their way. */
export function OrdersSkeleton() {
  return (
    <div role="status">
      <span className="visually-hidden">{m.common.loadingOrders}</span>
      <Stack gap={4} align="start" className={styles.tickets}>
        {SHAPES.map((shape) => (
          <Skeleton key={shape} height="16rem" className={styles.shape} />
        ))}
      </Stack>
    </div>
  );
}
