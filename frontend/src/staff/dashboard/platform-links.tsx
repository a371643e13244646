import { messages as m } from "@/messages";
import { ButtonLink } from "@/ui/controls/button";
import { Row } from "@/ui/layout";
import styles from "./dashboard.module.css";

/** What a superadmin keeps for all trucks at once. */
export function PlatformLinks() {
  return (
    <Row
      as="nav"
      gap={2}
      marginTop={3}
      aria-label={m.common.allStaffTrucks}
      className={styles.links}
    >
      <ButtonLink to="/admin/trucks">{m.dashboard.platform.trucks}</ButtonLink>
      <ButtonLink to="/admin/users">{m.dashboard.platform.staff}</ButtonLink>
    </Row>
  );
}
