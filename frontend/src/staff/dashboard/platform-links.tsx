import { ButtonLink } from "@/ui/controls/button";
import styles from "./platform-links.module.css";

/** What a superadmin keeps for all trucks at once. */
export function PlatformLinks() {
  return (
    <nav aria-label="All trucks" className={styles.links}>
      <ButtonLink to="/admin/trucks">Manage Trucks</ButtonLink>
      <ButtonLink to="/admin/users">Manage Staff</ButtonLink>
    </nav>
  );
}
