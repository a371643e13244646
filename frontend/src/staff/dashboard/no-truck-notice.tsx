import { Notice } from "@/ui/feedback/notice";
import styles from "./no-truck-notice.module.css";

export function NoTruckNotice() {
  return (
    <div className={styles.frame}>
      <Notice tone="warning" title="No food truck associated with your account">
        Please contact an administrator. As soon as you have a truck, its orders and its menu are
        here.
      </Notice>
    </div>
  );
}
