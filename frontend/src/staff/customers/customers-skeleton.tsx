import { Skeleton } from "@/ui/feedback/skeleton";
import styles from "./customers.module.css";

const ROWS = ["a", "b", "c", "d", "e", "f"];

export function CustomersSkeleton({ label }: { label: string }) {
  return (
    <div role="status" className={styles.screen}>
      <span className="visually-hidden">{label}</span>
      {ROWS.map((row) => (
        <Skeleton key={row} width="100%" height="3.5rem" />
      ))}
    </div>
  );
}
