import { messages as m } from "@/messages";
import { Skeletons } from "@/ui/feedback/skeleton";
import styles from "./analytics.module.css";

export function AnalyticsSkeleton() {
  return (
    <Skeletons
      label={m.analytics.loading}
      heights={["3.6rem", "6rem", "17.5rem", "17.5rem"]}
      firstWidth="16rem"
      className={styles.content}
    />
  );
}
