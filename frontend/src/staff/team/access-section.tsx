import { useState } from "react";
import type { User } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { Button } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { useChangeUser } from "./api";
import styles from "./staff.module.css";

/** Takes the sign-in away, or gives it back. */
export function AccessSection({ user, onDone }: { user: User; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useChangeUser();

  function setActive(isActive: boolean) {
    mutate(
      { id: user._id, change: { isActive } },
      {
        onSuccess: ({ name }) => {
          const message = isActive ? `${name} can sign in again` : `${name} can no longer sign in`;
          showToast({ type: "success", message });
          setAsking(false);
          onDone();
        },
        onError: (error) => {
          setAsking(false);
          showToast({ type: "error", message: `Failed to save: ${errorMessage(error)}` });
        },
      },
    );
  }

  return (
    <section className={styles.section} aria-labelledby="access">
      <h3 id="access" className={styles.heading}>
        Access
      </h3>
      <p className={styles.note}>
        {user.isActive
          ? "Disabling signs them out everywhere at once. Their name stays on what they did."
          : "This account is disabled. Nobody can sign in with it."}
      </p>
      {user.isActive ? (
        <Button variant="danger" className={styles.start} onClick={() => setAsking(true)}>
          Disable account
        </Button>
      ) : (
        <Button className={styles.start} busy={isPending} onClick={() => setActive(true)}>
          Enable account
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Disable ${user.name}?`}
        confirmLabel="Disable"
        destructive
        pending={isPending}
        onConfirm={() => setActive(false)}
      >
        They are signed out on every device and cannot sign in until you enable the account again.
      </ConfirmDialog>
    </section>
  );
}
