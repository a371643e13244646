import { messages as m } from "@/messages";
import { Skeleton } from "@/ui/feedback/skeleton";
import styles from "./schedule.module.css";

export function ScheduleSkeleton() {
  return (
    <div role="status" className={styles.days}>
      <span className="visually-hidden">{m.staff.schedule.loadingTheSchedule}</span>
      <Skeleton height="7rem" />
      <Skeleton height="7rem" />
      <Skeleton height="7rem" />
    </div>
  );
}
