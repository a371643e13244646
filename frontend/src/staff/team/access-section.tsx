import { useState } from "react";
import type { User } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { whenDone } from "@/domain/api/when-done";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { useChangeUser } from "./api";
import styles from "./staff.module.css";

/** Takes the sign-in away, or gives it back. */
export function AccessSection({ user, onDone }: { user: User; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync, isPending } = useChangeUser();

  function setActive(isActive: boolean) {
    const call = { id: user._id, change: { isActive } };
    whenDone(mutateAsync(call, { onSuccess: onDone }), {
      onSuccess: ({ name }) => {
        const message = isActive
          ? m.staff.team.canSignInAgain({ name })
          : m.staff.team.canNoLongerSignIn({ name });
        showToast({ type: "success", message });
      },
      onError: (error) =>
        showToast({
          type: "error",
          message: m.staff.team.failedToSave({ errorMessage: errorMessage(error) }),
        }),
      onSettled: () => setAsking(false),
    });
  }

  return (
    <section className={styles.section} aria-labelledby="access">
      <h3 id="access" className={styles.heading}>
        {m.staff.team.access}
      </h3>
      <p className={styles.note}>
        {user.isActive
          ? m.staff.team.disablingSignsThemOutEverywhere
          : m.staff.team.thisAccountIsDisabledNobody}
      </p>
      {user.isActive ? (
        <Button variant="danger" className={styles.start} onClick={() => setAsking(true)}>
          {m.staff.team.disableAccount}
        </Button>
      ) : (
        <Button className={styles.start} busy={isPending} onClick={() => setActive(true)}>
          {m.staff.team.enableAccount}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={m.staff.team.disable({ name: user.name })}
        confirmLabel={m.staff.team.disable2}
        destructive
        pending={isPending}
        onConfirm={() => setActive(false)}
      >
        {m.staff.team.theyAreSignedOutOn}
      </ConfirmDialog>
    </section>
  );
}
