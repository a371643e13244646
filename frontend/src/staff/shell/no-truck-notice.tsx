import { messages as m } from "@/messages";
import { Notice } from "@/ui/feedback/notice";
import styles from "./no-truck-notice.module.css";

export function NoTruckNotice() {
  return (
    <div className={styles.frame}>
      <Notice tone="warning" title={m.dashboard.noTruck.title}>
        {m.dashboard.noTruck.hint}
      </Notice>
    </div>
  );
}
