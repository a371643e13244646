import { messages as m } from "@/messages";
import { Skeleton } from "@/ui/feedback/skeleton";
import styles from "./prep-sheet.module.css";

const ROWS = ["a", "b", "c", "d", "e", "f"];

export function PrepSkeleton() {
  return (
    <div role="status" className={styles.sheet}>
      <span className="visually-hidden">{m.staff.prepSheet.loading}</span>
      <Skeleton width="100%" height="4rem" />
      {ROWS.map((row) => (
        <Skeleton key={row} width="100%" height="3rem" />
      ))}
    </div>
  );
}
