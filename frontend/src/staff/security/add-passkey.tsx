import { useState } from "react";
import { errorMessage } from "@/domain/api/errors";
import { whenDone } from "@/domain/api/when-done";
import { messages as m } from "@/messages";
import { supportsPasskeys } from "@/staff/session/passkeys";
import { refreshUser } from "@/staff/session/session";
import { Button } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast";
import { Text } from "@/ui/layout";
import { Dialog } from "@/ui/overlay/dialog";
import { CodeSheet } from "./code-sheet";
import { describeDevice } from "./describe-device";
import styles from "./security.module.css";
import { useAddPasskey } from "./security-api";

/** Adds a passkey of this device, named after it. The recovery codes come with the first factor. */
export function AddPasskey({ email }: { email: string }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const { mutateAsync, isPending } = useAddPasskey();
  if (!supportsPasskeys()) return null;

  function add() {
    whenDone(mutateAsync(describeDevice(navigator.userAgent)), {
      onSuccess: ({ recoveryCodes }) => {
        showToast({ type: "success", message: m.passkeys.added });
        if (recoveryCodes.length > 0) setCodes(recoveryCodes);
        else finish();
      },
      onError: (error) => showToast({ type: "error", message: errorMessage(error) }),
    });
  }

  function finish() {
    setCodes(null);
    refreshUser().catch(() => undefined); // the next visit reads it again
  }

  return (
    <>
      <Text soft>{m.passkeys.hint}</Text>
      <Button className={styles.start} busy={isPending} onClick={add}>
        {m.passkeys.add}
      </Button>
      <Dialog open={codes !== null} onOpenChange={finish} title={m.security.codes.save}>
        <CodeSheet codes={codes ?? []} email={email} onDone={finish} />
      </Dialog>
    </>
  );
}
