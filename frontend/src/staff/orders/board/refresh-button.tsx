import { messages as m } from "@/messages";
import styles from "@/staff/orders/board/filters/order-filters.module.css";
import { Button } from "@/ui/controls/button";
import { RefreshIcon } from "@/ui/icons/form-icons";

interface RefreshButtonProps {
  isBusy: boolean;
  onRefresh: () => void;
}

export function RefreshButton({ isBusy, onRefresh }: RefreshButtonProps) {
  return (
    <Button className={styles.refresh ?? ""} busy={isBusy} onClick={onRefresh}>
      <RefreshIcon size={18} />
      <span className={styles.refreshWord}>{m.orders.refresh}</span>
    </Button>
  );
}
