import { Button } from "@/components/ui/button";
import { RefreshIcon } from "@/components/ui/form-icons";
import styles from "./order-filters.module.css";

interface RefreshButtonProps {
  isBusy: boolean;
  onRefresh: () => void;
}

export function RefreshButton({ isBusy, onRefresh }: RefreshButtonProps) {
  return (
    <Button className={styles.refresh ?? ""} busy={isBusy} onClick={onRefresh}>
      <RefreshIcon size={18} />
      <span className={styles.refreshWord}>Refresh</span>
    </Button>
  );
}
