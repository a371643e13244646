import type { User } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { SecuritySection } from "@/staff/security/security-section";
import { Stack, Text } from "@/ui/layout";
import { AccessForm } from "./access-form";
import { LanguageChoice } from "./language-choice";
import { NameForm } from "./name-form";
import { OwnDevices } from "./own-devices";
import styles from "./profile.module.css";
import { SessionsSection } from "./sessions/sessions-section";

/** The signed-in user's profile. Role and truck are read-only. */
export function Profile({ user }: { user: User }) {
  return (
    <Stack gap={8} className={styles.columns}>
      <Stack gap={8} className={styles.forms}>
        <NameForm user={user} />
        <LanguageChoice />
        <AccessForm user={user} />
        <SecuritySection user={user} />
        <SessionsSection />
        <OwnDevices />
      </Stack>
      <dl className={styles.badge}>
        <Text as="dt" soft size="s">
          {m.common.role}
        </Text>
        <Text as="dd" marginBottom={3} weight={700}>
          {user.role === "superadmin" ? m.common.superadmin : m.common.admin}
        </Text>
        <Text as="dt" soft size="s">
          {m.common.truck}
        </Text>
        <Text as="dd" marginBottom={3} weight={700}>
          {user.role === "superadmin"
            ? m.common.allStaffTrucks
            : (user.truckName ?? m.common.noTruckYet)}
        </Text>
        <Text as="dt" soft size="s">
          {m.profile.signsInAs}
        </Text>
        <Text as="dd" marginBottom={3} weight={700}>
          {user.email}
        </Text>
      </dl>
    </Stack>
  );
}
