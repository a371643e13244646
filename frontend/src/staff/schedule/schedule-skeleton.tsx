import { messages as m } from "@/messages";
import { Skeletons } from "@/ui/feedback/skeleton";
import styles from "./schedule.module.css";

export function ScheduleSkeleton() {
  return (
    <Skeletons
      label={m.schedule.loading}
      heights={["7rem", "7rem", "7rem"]}
      className={styles.days}
    />
  );
}
