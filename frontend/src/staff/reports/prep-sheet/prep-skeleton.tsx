import { messages as m } from "@/messages";
import { Skeletons } from "@/ui/feedback/skeleton";
import styles from "./prep-sheet.module.css";

export function PrepSkeleton() {
  return (
    <Skeletons
      label={m.prepSheet.loading}
      heights={["4rem", "3rem", "3rem", "3rem", "3rem", "3rem", "3rem"]}
      className={styles.sheet}
    />
  );
}
