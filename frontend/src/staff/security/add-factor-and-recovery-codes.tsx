import Bowser from "bowser";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { whenDone } from "@/domain/api/client";
import { errorMessage } from "@/domain/api/errors";
import { RegisterRequest } from "@/domain/api/limits.gen";
import { messages as m } from "@/messages";
import { supportsPasskeys } from "@/staff/session/passkeys";
import { refreshUser } from "@/staff/session/session";
import { describeProofFailure } from "@/staff/session/sign-in-and-proof-failures";
import { saveFile } from "@/ui/browser/save-file-and-open-document";
import { QrCode } from "@/ui/content/qr-code";
import { Button } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Row, Stack, Text } from "@/ui/layout";
import { Dialog } from "@/ui/overlay/dialog-and-drawer";
import { useAddPasskey, useConfirmApp } from "./api";
import styles from "./security.module.css";

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
    if (problem) codeField.current?.scrollIntoView({ block: "center" });
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

interface CodeSheetProps {
  codes: readonly string[];
  email: string;
  onDone: () => void;
}

/** New recovery codes, to keep: they are shown here and never again. */
export function CodeSheet({ codes, email, onDone }: CodeSheetProps) {
  const [copied, setCopied] = useState("");
  const text = `${m.security.codes.fileTitle({ email })}\n\n${codes.join("\n")}\n`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(m.security.codes.copied);
    } catch {
      setCopied(m.security.codes.copyFailed);
    }
  }

  return (
    <Stack gap={4}>
      <Text soft tabIndex={-1} ref={focusOnce}>
        {m.security.codes.saveHint}
      </Text>
      <Stack
        as="ul"
        padding={4}
        radius="card"
        size="l"
        className={styles.list}
        aria-label={m.security.codes.title}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Stack>
      <Row gap={3}>
        <Button onClick={() => void copy()}>{m.common.copy}</Button>
        <Button onClick={() => printText(text)}>{m.common.print}</Button>
        <Button onClick={() => saveFile(new Blob([text], { type: "text/plain" }), FILE_NAME)}>
          {m.security.codes.download}
        </Button>
      </Row>
      <Text soft size="s" role="status">
        {copied}
      </Text>
      <Button variant="primary" size="large" block onClick={onDone}>
        {m.security.codes.confirm}
      </Button>
    </Stack>
  );
}

/** The form that the codes replace had the focus, and its scroll position would hide what they are for. */
const focusOnce = (element: HTMLElement | null) => element?.focus();

const FILE_NAME = "chuckwagon-recovery-codes.txt";

/** Prints the text alone, from a frame, so that neither page nor dialog is on the paper. */
function printText(text: string): void {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  document.body.append(frame);
  const sheet = frame.contentDocument?.body;
  const page = frame.contentWindow;
  if (!sheet || !page) return;
  const lines = document.createElement("pre");
  lines.textContent = text;
  sheet.append(lines);
  page.addEventListener("afterprint", () => frame.remove());
  page.print();
}

/** Browser and system by the text with which a browser names itself; only for people to recognize a device. */
export function describeDevice(userAgent: string | null): string {
  if (!userAgent) return m.sessions.unknownDevice;
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name && os.name) {
    return m.sessions.device({ browser: browser.name, system: os.name });
  }
  return browser.name || os.name || m.sessions.unknownDevice;
}
