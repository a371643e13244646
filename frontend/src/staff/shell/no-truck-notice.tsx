import { messages as m } from "@/messages";
import { Notice } from "@/ui/feedback/notice";
import styles from "./no-truck-notice.module.css";

export function NoTruckNotice() {
  return (
    <div className={styles.frame}>
      <Notice tone="warning" title={m.staff.dashboard.noFoodTruckAssociatedWith}>
        {m.staff.dashboard.pleaseContactAdministratorAsSoon}
      </Notice>
    </div>
  );
}
