import { type FormEvent, useEffect, useRef, useState } from "react";
import { RegisterRequest } from "@/domain/api/limits.gen";
import { messages as m } from "@/messages";
import { QrCode } from "@/ui/content/qr-code";
import { Button } from "@/ui/controls/button";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { Dialog } from "@/ui/overlay/dialog";
import { CodeSheet } from "./code-sheet";
import { describeProofFailure } from "./proof-failure";
import styles from "./security.module.css";
import { useConfirmApp } from "./security-api";

export interface NewApp {
  secret: string;
  uri: string;
}

interface AppDialogProps {
  /** Null: the dialog is closed. */
  app: NewApp | null;
  email: string;
  /** What became of it: recovery codes come with the first app only. */
  onClose: (added: "first" | "another" | null) => void;
}

/** The secret to scan or type, the code that confirms it, and with the first app the recovery codes. */
export function AppDialog({ app, email, onClose }: AppDialogProps) {
  const [shown, setShown] = useState(app);
  const [codes, setCodes] = useState<string[]>([]);
  if (app && app !== shown) {
    setShown(app);
    setCodes([]);
  }
  const s = m.staff.security;
  const hasCodes = codes.length > 0;
  return (
    <Dialog
      open={app !== null}
      onOpenChange={() => onClose(hasCodes ? "first" : null)}
      title={hasCodes ? s.saveTheseCodes : s.setUpAnApp}
    >
      {hasCodes ? (
        <CodeSheet codes={codes} email={email} onDone={() => onClose("first")} />
      ) : (
        shown && (
          <SetUp
            app={shown}
            onAdded={(added) => (added.length > 0 ? setCodes(added) : onClose("another"))}
          />
        )
      )}
    </Dialog>
  );
}

function SetUp({ app, onAdded }: { app: NewApp; onAdded: (recoveryCodes: string[]) => void }) {
  const s = m.staff.security;
  const [name, setName] = useState(s.authenticatorApp);
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate, isPending } = useConfirmApp();
  const codeField = useRef<HTMLInputElement>(null);

  // On a phone the field is at the bottom of the dialog: what is wrong with it would stand below the screen.
  useEffect(() => {
    if (problem) codeField.current?.scrollIntoView?.({ block: "center" });
  }, [problem]);

  function refuse(why: string) {
    setProblem(why);
    codeField.current?.focus();
  }

  function send(event: FormEvent) {
    event.preventDefault();
    if (!code.trim()) return refuse(s.enterTheCode);
    setProblem(null);
    mutate(
      { code, name: name.trim() || s.authenticatorApp },
      {
        onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
        onError: (error) => refuse(describeProofFailure(error)),
      },
    );
  }

  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label={s.setUpAnApp}>
      <p className={styles.name}>{s.scanThis}</p>
      <p className={styles.lead}>{s.appsSuchAs}</p>
      <QrCode address={app.uri} label={s.qrOfTheSecret} className={styles.qr} />
      <p className={styles.lead}>{s.orTypeThisKey}</p>
      <code className={styles.key}>{app.secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
      <Field label={s.nameOfTheApp} hint={s.nameHint}>
        <TextInput
          value={name}
          maxLength={RegisterRequest.name.maxLength}
          enterKeyHint="next"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label={s.codeOfTheApp} hint={s.sixDigits} error={problem}>
        <TextInput
          ref={codeField}
          value={code}
          autoComplete="one-time-code"
          inputMode="numeric"
          enterKeyHint="go"
          maxLength={10}
          className={styles.code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" size="large" block busy={isPending}>
        {s.turnOn}
      </Button>
    </form>
  );
}
