import { messages as m } from "@/messages";
import styles from "@/staff/menu/list/menu-table.module.css";
import { Stack } from "@/ui/layout";

/** For an account that belongs to no truck. */
export function AccountWithoutTruck() {
  return (
    <Stack gap={4} items="center" padding={4} paddingBlock={12} textAlign="center">
      <h2>
        {m.menuShared.accessRestricted}
        <span className="visually-hidden">: </span>
      </h2>
      <p className={styles.accessRestrictedText}>{m.menu.noTruck}</p>
    </Stack>
  );
}
