import { Skeleton } from "@/components/ui/skeleton";
import styles from "./ticket-grid.module.css";

const SHAPES = ["first", "second", "third", "fourth"];

/** The shape of the tickets while they are on their way. */
export function KitchenSkeleton() {
  return (
    <div role="status">
      <span className="visually-hidden">Loading orders...</span>
      <div className={styles.grid}>
        {SHAPES.map((shape) => (
          <Skeleton key={shape} height="18rem" className={styles.shape} />
        ))}
      </div>
    </div>
  );
}
