import { useState } from "react";
import { messages as m } from "@/messages";
import { describeProofFailure } from "@/staff/security/proof-failure";
import { signInByPasskey } from "@/staff/session/passkey-sign-in";
import { supportsPasskeys } from "@/staff/session/passkeys";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";

interface PasskeyButtonProps {
  remember: () => boolean;
  isDone: boolean;
  onDone: () => void;
}

/** Signs in by a passkey alone, where the browser knows passkeys. */
export function PasskeyButton({ remember, isDone, onDone }: PasskeyButtonProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  if (!supportsPasskeys()) return null;

  async function send() {
    setProblem(null);
    setBusy(true);
    try {
      await signInByPasskey(remember());
      onDone();
    } catch (error) {
      setProblem(describeProofFailure(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button size="large" block busy={isBusy} disabled={isDone} onClick={() => void send()}>
        {m.passkeys.signIn}
      </Button>
      {problem ? <Notice tone="danger" role="alert" title={problem} /> : null}
    </>
  );
}
