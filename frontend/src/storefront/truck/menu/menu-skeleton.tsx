import { messages as m } from "@/messages";
import styles from "@/storefront/truck/truck.module.css";
import { Skeleton } from "@/ui/feedback/skeleton";

const CARDS = ["a", "b", "c", "d"];

export function MenuSkeleton() {
  return (
    <div role="status">
      <span className="visually-hidden">{m.common.loadingMenu}</span>
      <div className={styles.items}>
        {CARDS.map((card) => (
          <Skeleton key={card} height="11rem" />
        ))}
      </div>
    </div>
  );
}
