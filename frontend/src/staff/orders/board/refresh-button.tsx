import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { RefreshIcon } from "@/ui/icons/form-icons";
import styles from "./orders-board.module.css";

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
