import type { User } from "@/domain/api/admin-types";
import { AccessForm } from "./access-form";
import { NameForm } from "./name-form";
import styles from "./profile.module.css";

/** The signed-in user's profile. Role and truck are read-only. */
export function Profile({ user }: { user: User }) {
  return (
    <div className={styles.columns}>
      <div className={styles.forms}>
        <NameForm user={user} />
        <AccessForm user={user} />
      </div>
      <dl className={styles.badge}>
        <dt>Role</dt>
        <dd>{user.role === "superadmin" ? "Superadmin" : "Admin"}</dd>
        <dt>Food truck</dt>
        <dd>{user.role === "superadmin" ? "All trucks" : (user.truckName ?? "No truck yet")}</dd>
        <dt>Signs in as</dt>
        <dd>{user.email}</dd>
      </dl>
    </div>
  );
}
