import { messages as m } from "@/messages";
import { Skeleton } from "@/ui/feedback/skeleton";
import styles from "./truck-management.module.css";

const ROWS = ["a", "b", "c", "d", "e", "f"];

export function TrucksSkeleton() {
  return (
    <div role="status" className={styles.screen}>
      <span className="visually-hidden">{m.staff.trucksList.loadingFoodTrucks}</span>
      <Skeleton width="20rem" height="2.75rem" />
      {ROWS.map((row) => (
        <Skeleton key={row} width="100%" height="4.5rem" />
      ))}
    </div>
  );
}
