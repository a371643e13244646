import { Skeletons } from "@/ui/feedback/skeleton";
import styles from "./customers.module.css";

const ROWS = Array<string>(6).fill("3.5rem");

export function CustomersSkeleton({ label }: { label: string }) {
  return <Skeletons label={label} heights={ROWS} className={styles.screen} />;
}
