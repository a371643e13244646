import { messages as m } from "@/messages";
import { ButtonLink } from "@/ui/controls/button";
import styles from "./platform-links.module.css";

/** What a superadmin keeps for all trucks at once. */
export function PlatformLinks() {
  return (
    <nav aria-label={m.common.allStaffTrucks} className={styles.links}>
      <ButtonLink to="/admin/trucks">{m.dashboard.platform.trucks}</ButtonLink>
      <ButtonLink to="/admin/users">{m.dashboard.platform.staff}</ButtonLink>
    </nav>
  );
}
