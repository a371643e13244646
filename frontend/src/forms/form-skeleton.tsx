import { Skeleton } from "@/ui/feedback/skeleton";
import styles from "./form-layout.module.css";

const ROWS = ["first", "second", "third", "fourth"];

/** A form whose values are on their way. */
export function FormSkeleton({ label }: { label: string }) {
  return (
    <div className={styles.skeleton}>
      <p role="status" className="visually-hidden">
        {label}
      </p>
      {ROWS.map((row) => (
        <div key={row} className={styles.skeletonRow}>
          <Skeleton width="7rem" />
          <Skeleton width="100%" height="var(--target)" />
        </div>
      ))}
    </div>
  );
}
