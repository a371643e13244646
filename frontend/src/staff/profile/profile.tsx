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
        <dt>{m.common.role}</dt>
        <dd>{user.role === "superadmin" ? m.common.superadmin : m.common.admin}</dd>
        <dt>{m.common.truck}</dt>
        <dd>
          {user.role === "superadmin"
            ? m.common.allStaffTrucks
            : (user.truckName ?? m.common.noTruckYet)}
        </dd>
        <dt>{m.profile.signsInAs}</dt>
        <dd>{user.email}</dd>
      </dl>
    </div>
  );
}
