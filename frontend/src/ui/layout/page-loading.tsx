import { messages as m } from "@/messages";
import styles from "@/ui/feedback/message-state.module.css";
import { Skeleton } from "@/ui/feedback/skeleton";

/** Stands in while the code of a page is on its way. */
export function PageLoading() {
  return (
    <div role="status" className={styles.page}>
      <span className="visually-hidden">{m.common.loading}</span>
      <Skeleton width="60%" height="3rem" />
      <Skeleton width="90%" height="1.25rem" />
      <Skeleton width="100%" height="14rem" />
    </div>
  );
}
