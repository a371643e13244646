import { useState } from "react";
import { errorMessage } from "@/domain/api/errors";
import { whenDone } from "@/domain/api/when-done";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast";
import { Text } from "@/ui/layout";
import { ConfirmDialog, Dialog } from "@/ui/overlay/dialog";
import { CodeSheet } from "./code-sheet";
import styles from "./security.module.css";
import { useNewCodes } from "./security-api";

/** How many recovery codes are left, and new ones in place of all. */
export function RecoveryCodes({ left, email }: { left: number; email: string }) {
  const [isAsking, setAsking] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const { mutateAsync, isPending } = useNewCodes();

  function renew() {
    setAsking(false); // before a proof may be asked for, in a dialog of its own
    whenDone(mutateAsync(), {
      onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
      onError: (error) => showToast({ type: "error", message: errorMessage(error) }),
    });
  }

  return (
    <>
      <Text soft>{m.security.codes.left({ count: left })}</Text>
      <Button className={styles.start} busy={isPending} onClick={() => setAsking(true)}>
        {m.security.codes.renew}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={m.security.codes.renewQuestion}
        confirmLabel={m.security.codes.renewSubmit}
        onConfirm={renew}
      >
        {m.security.codes.renewHint}
      </ConfirmDialog>
      <Dialog
        open={codes !== null}
        onOpenChange={() => setCodes(null)}
        title={m.security.codes.save}
      >
        <CodeSheet codes={codes ?? []} email={email} onDone={() => setCodes(null)} />
      </Dialog>
    </>
  );
}
