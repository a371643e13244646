import { type FormEvent, useEffect, useRef, useState } from "react";
import { RegisterRequest } from "@/domain/api/limits.gen";
import { messages as m } from "@/messages";
import { QrCode } from "@/ui/content/images";
import { Button } from "@/ui/controls/button";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { Stack, Text } from "@/ui/layout";
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
  const hasCodes = codes.length > 0;
  return (
    <Dialog
      open={app !== null}
      onOpenChange={() => onClose(hasCodes ? "first" : null)}
      title={hasCodes ? m.security.codes.save : m.security.app.title}
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
  const [name, setName] = useState(m.security.app.name);
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
    if (!code.trim()) return refuse(m.proof.codeRequired);
    setProblem(null);
    mutate(
      { code, name: name.trim() || m.security.app.name },
      {
        onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
        onError: (error) => refuse(describeProofFailure(error)),
      },
    );
  }

  return (
    <Stack as="form" gap={4} onSubmit={send} noValidate aria-label={m.security.app.title}>
      <Text weight={700}>{m.security.app.scan}</Text>
      <Text soft>{m.security.app.examples}</Text>
      <QrCode address={app.uri} label={m.security.app.qr} className={styles.qr} />
      <Text soft>{m.security.app.typeKey}</Text>
      <code className={styles.key}>{app.secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
      <Field label={m.common.name} hint={m.security.app.nameHint}>
        <TextInput
          value={name}
          maxLength={RegisterRequest.name.maxLength}
          enterKeyHint="next"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label={m.security.app.code} hint={m.proof.sixDigits} error={problem}>
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
        {m.security.app.submit}
      </Button>
    </Stack>
  );
}
