import { messages as m } from "@/messages";
import { ButtonLink } from "@/ui/controls/button";
import styles from "./platform-links.module.css";

/** What a superadmin keeps for all trucks at once. */
export function PlatformLinks() {
  return (
    <nav aria-label={m.staff.dashboard.allTrucks} className={styles.links}>
      <ButtonLink to="/admin/trucks">{m.staff.dashboard.manageTrucks}</ButtonLink>
      <ButtonLink to="/admin/users">{m.staff.dashboard.manageStaff}</ButtonLink>
    </nav>
  );
}
