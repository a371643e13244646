import { useState } from "react";
import type { User } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { whenDone } from "@/domain/api/when-done";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast";
import { Stack, Text } from "@/ui/layout";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { useRemoveFactors } from "./api";
import styles from "./staff.module.css";

/** Lets a user in again who has lost the second factor. */
export function SecondFactorSection({ user, onDone }: { user: User; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync, isPending } = useRemoveFactors();
  const { name } = user;

  function remove() {
    setAsking(false); // before a proof may be asked for, in a dialog of its own
    whenDone(mutateAsync(user._id, { onSuccess: onDone }), {
      onSuccess: () => showToast({ type: "success", message: m.security.ofUser.removed({ name }) }),
      onError: (error) => showToast({ type: "error", message: errorMessage(error) }),
    });
  }

  return (
    <Stack
      as="section"
      gap={4}
      paddingTop={5}
      marginTop={6}
      className={styles.section}
      aria-labelledby="second-factor"
    >
      <Text as="h3" size="l" id="second-factor">
        {m.common.secondFactor}
      </Text>
      <Text soft size="s">
        {m.security.ofUser.has}
      </Text>
      <Button className={styles.start} busy={isPending} onClick={() => setAsking(true)}>
        {m.security.ofUser.remove}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={m.security.ofUser.removeQuestion({ name })}
        confirmLabel={m.security.ofUser.remove}
        destructive
        onConfirm={remove}
      >
        {m.security.ofUser.removeHint}
      </ConfirmDialog>
    </Stack>
  );
}
