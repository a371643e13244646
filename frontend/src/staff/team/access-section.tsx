import { useState } from "react";
import type { User } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { whenDone } from "@/domain/api/when-done";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast";
import { Stack, Text } from "@/ui/layout";
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
          ? m.team.access.enabled({ name })
          : m.team.access.disabled({ name });
        showToast({ type: "success", message });
      },
      onError: (error) =>
        showToast({
          type: "error",
          message: m.team.notSaved({ errorMessage: errorMessage(error) }),
        }),
      onSettled: () => setAsking(false),
    });
  }

  return (
    <Stack
      as="section"
      gap={4}
      paddingTop={5}
      marginTop={6}
      className={styles.section}
      aria-labelledby="access"
    >
      <Text as="h3" size="l" id="access">
        {m.team.access.title}
      </Text>
      <Text soft size="s">
        {user.isActive ? m.team.access.hint : m.team.access.disabledHint}
      </Text>
      {user.isActive ? (
        <Button variant="danger" className={styles.start} onClick={() => setAsking(true)}>
          {m.team.access.disable}
        </Button>
      ) : (
        <Button className={styles.start} busy={isPending} onClick={() => setActive(true)}>
          {m.team.access.enable}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={m.team.access.question({ name: user.name })}
        confirmLabel={m.team.access.confirm}
        destructive
        pending={isPending}
        onConfirm={() => setActive(false)}
      >
        {m.team.access.questionHint}
      </ConfirmDialog>
    </Stack>
  );
}
