import { messages as m } from "@/messages";
import { Skeletons } from "@/ui/feedback/skeleton";
import styles from "./truck-management.module.css";

export function TrucksSkeleton() {
  return (
    <Skeletons
      label={m.common.loadingFoodTrucks}
      heights={["2.75rem", "4.5rem", "4.5rem", "4.5rem", "4.5rem", "4.5rem", "4.5rem"]}
      firstWidth="20rem"
      className={styles.screen}
    />
  );
}
