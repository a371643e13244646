import type { PendingSignIn } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { ProofForm } from "@/staff/security/proof-form";
import { askForSignIn } from "@/staff/session/passkeys";
import { type FactorProof, finishSignIn } from "@/staff/session/session";
import { Button } from "@/ui/controls/button";
import { Text } from "@/ui/layout";
import styles from "./sign-in.module.css";

interface SecondStepProps {
  waiting: PendingSignIn;
  isDone: boolean;
  onDone: () => void;
  onStartAgain: () => void;
  children: React.ReactNode;
}

/** Asks for the second factor once the password was right. */
export function SecondStep({ waiting, isDone, onDone, onStartAgain, children }: SecondStepProps) {
  return (
    <div className={styles.ticket}>
      <Text as="h1" size="4xl" weight={800}>
        {m.proof.title}
      </Text>
      <ProofForm
        methods={waiting.methods}
        isDone={isDone}
        askForPasskey={() => askForSignIn(waiting.token)}
        onProve={async (proof) => {
          await finishSignIn(waiting.token, proof as FactorProof);
          onDone();
        }}
      >
        {children}
      </ProofForm>
      <p className={styles.help}>
        <Button variant="quiet" className={styles.link} disabled={isDone} onClick={onStartAgain}>
          {m.proof.startAgain}
        </Button>
      </p>
    </div>
  );
}
