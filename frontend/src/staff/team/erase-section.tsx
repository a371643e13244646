import { useState } from "react";
import type { User } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { StaffErasureRequest } from "@/domain/api/limits.gen";
import { whenDone } from "@/domain/api/when-done";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { useEraseUser } from "./api";
import styles from "./staff.module.css";

/** Erases the person. What they did stays under a neutral name, which the server chooses. */
export function EraseSection({ user, onDone }: { user: User; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const { mutateAsync, isPending } = useEraseUser();

  function erase() {
    setMissing(!reason.trim());
    if (!reason.trim()) return;
    setAsking(false); // before a proof may be asked for, in a dialog of its own
    whenDone(mutateAsync({ id: user._id, reason }, { onSuccess: onDone }), {
      onSuccess: ({ name }) =>
        showToast({ type: "success", message: m.staff.team.isErased({ name }) }),
      onError: (error) => {
        const message = m.staff.team.failedToErase({ errorMessage: errorMessage(error) });
        showToast({ type: "error", message });
      },
    });
  }

  return (
    <section className={styles.section} aria-labelledby="erasure">
      <h3 id="erasure" className={styles.heading}>
        {m.staff.team.eraseAccount}
      </h3>
      <p className={styles.note}>{m.staff.team.erasingIsForGood}</p>
      <Button
        variant="danger"
        className={styles.start}
        busy={isPending}
        onClick={() => setAsking(true)}
      >
        {m.staff.team.eraseAccount}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={m.staff.team.eraseQuestion({ name: user.name })}
        confirmLabel={m.staff.team.eraseForGood}
        destructive
        onConfirm={erase}
      >
        <div className={styles.consequences}>
          <p>
            <strong>{m.staff.team.erasedLabel}</strong> {m.staff.team.erasedData}
          </p>
          <p>
            <strong>{m.staff.team.keptLabel}</strong> {m.staff.team.keptData({ name: user.name })}
          </p>
          <Field
            label={m.staff.team.whyErase}
            hint={m.staff.team.whyEraseHint}
            error={isMissing ? m.staff.team.sayWhy : null}
          >
            <TextInput
              value={reason}
              autoComplete="off"
              maxLength={StaffErasureRequest.reason.maxLength}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          </Field>
        </div>
      </ConfirmDialog>
    </section>
  );
}
