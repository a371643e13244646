import { messages as m } from "@/messages";
import styles from "@/staff/trucks/trucks.module.css";
import { Skeletons } from "@/ui/feedback/skeleton";

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
