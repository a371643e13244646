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
import { Stack, Text } from "@/ui/layout";
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
      onSuccess: ({ name }) => showToast({ type: "success", message: m.team.erase.done({ name }) }),
      onError: (error) => {
        const message = m.team.erase.failed({ errorMessage: errorMessage(error) });
        showToast({ type: "error", message });
      },
    });
  }

  return (
    <Stack
      as="section"
      gap={4}
      paddingTop={5}
      marginTop={6}
      className={styles.section}
      aria-labelledby="erasure"
    >
      <Text as="h3" size="l" id="erasure">
        {m.team.erase.title}
      </Text>
      <Text soft size="s">
        {m.team.erase.hint}
      </Text>
      <Button
        variant="danger"
        className={styles.start}
        busy={isPending}
        onClick={() => setAsking(true)}
      >
        {m.team.erase.title}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={m.team.erase.question({ name: user.name })}
        confirmLabel={m.common.eraseForGood}
        destructive
        onConfirm={erase}
      >
        <Stack gap={4} textAlign="start" className={styles.consequences}>
          <p>
            <strong>{m.common.erasedLabel}</strong> {m.team.erase.deleted}
          </p>
          <p>
            <strong>{m.common.keptLabel}</strong> {m.team.erase.kept({ name: user.name })}
          </p>
          <Field
            label={m.common.reason}
            hint={m.team.erase.reasonHint}
            error={isMissing ? m.team.erase.reasonRequired : null}
          >
            <TextInput
              value={reason}
              autoComplete="off"
              maxLength={StaffErasureRequest.reason.maxLength}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          </Field>
        </Stack>
      </ConfirmDialog>
    </Stack>
  );
}
