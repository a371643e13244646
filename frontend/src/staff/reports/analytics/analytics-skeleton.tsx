import { messages as m } from "@/messages";
import { Skeleton } from "@/ui/feedback/skeleton";
import styles from "./analytics-report.module.css";

export function AnalyticsSkeleton() {
  return (
    <div role="status" className={styles.content}>
      <span className="visually-hidden">{m.staff.reportsAnalytics.loadingAnalytics}</span>
      <Skeleton width="16rem" height="3.6rem" />
      <Skeleton width="100%" height="6rem" />
      <Skeleton width="100%" height="17.5rem" />
      <Skeleton width="100%" height="17.5rem" />
    </div>
  );
}
