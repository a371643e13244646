import type { User } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { SecuritySection } from "@/staff/security/security-section";
import { AccessForm } from "./access-form";
import { LanguageChoice } from "./language-choice";
import { NameForm } from "./name-form";
import { OwnDevices } from "./own-devices";
import styles from "./profile.module.css";
import { SessionsSection } from "./sessions/sessions-section";

/** The signed-in user's profile. Role and truck are read-only. */
export function Profile({ user }: { user: User }) {
  return (
    <div className={styles.columns}>
      <div className={styles.forms}>
        <NameForm user={user} />
        <LanguageChoice />
        <AccessForm user={user} />
        <SecuritySection user={user} />
        <SessionsSection />
        <OwnDevices />
      </div>
      <dl className={styles.badge}>
        <dt>{m.staff.account.role}</dt>
        <dd>{user.role === "superadmin" ? m.staff.account.superadmin : m.staff.account.admin}</dd>
        <dt>{m.staff.account.foodTruck}</dt>
        <dd>
          {user.role === "superadmin"
            ? m.staff.account.allTrucks
            : (user.truckName ?? m.staff.account.noTruckYet)}
        </dd>
        <dt>{m.staff.account.signsInAs}</dt>
        <dd>{user.email}</dd>
      </dl>
    </div>
  );
}
