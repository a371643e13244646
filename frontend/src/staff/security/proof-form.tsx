import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { SignInRequest } from "@/domain/api/limits.gen";
import type { ProofMethod } from "@/domain/api/staff-types";
import { messages as m } from "@/messages";
import type { PasskeyAnswer } from "@/staff/session/passkeys";
import { describeProofFailure } from "@/staff/session/sign-in-and-proof-failures";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { Field } from "@/ui/inputs/field";
import { PasswordInput } from "@/ui/inputs/password-input";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Stack, Text } from "@/ui/layout";
import styles from "./security.module.css";

export type Proof =
  | { passkey: PasskeyAnswer }
  | { code: string }
  | { recoveryCode: string }
  | { password: string };

interface ProofFormProps {
  methods: readonly ProofMethod[];
  onProve: (proof: Proof) => Promise<unknown>;
  /** Has the browser ask for a passkey. */
  askForPasskey: () => Promise<PasskeyAnswer>;
  /** Nothing more can be sent. */
  isDone?: boolean;
  children?: ReactNode;
}

/** Asks for one proof, by one of the methods that the user has. What is wrong stands at the field. */
export function ProofForm(props: ProofFormProps) {
  const { methods, onProve, askForPasskey, isDone = false, children } = props;
  const [chosen, setMethod] = useState<ProofMethod | null>(null);
  const method = chosen && methods.includes(chosen) ? chosen : (methods[0] ?? "password");
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const input = () => form.current?.querySelector("input");

  // biome-ignore lint/correctness/useExhaustiveDependencies: another method has another field, which takes the focus.
  useEffect(() => input()?.focus(), [method]);

  async function send(event: FormEvent) {
    event.preventDefault();
    const typed = input()?.value ?? "";
    const value = method === "password" ? typed : typed.trim(); // a password may begin or end with a space
    if (!value && method !== "passkey") return setProblem(emptyProblem(method));
    setProblem(null);
    setBusy(true);
    try {
      const isPasskey = method === "passkey";
      await onProve(isPasskey ? { passkey: await askForPasskey() } : proofOf(method, value));
    } catch (error) {
      setProblem(describeProofFailure(error, method));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Stack
      as="form"
      gap={4}
      ref={form}
      onSubmit={(event) => void send(event)}
      noValidate
      aria-label={m.proof.title}
    >
      <Text soft>{leadOf(method)}</Text>
      <ProofField key={method} method={method} problem={problem} />
      {children}
      <Button type="submit" variant="primary" size="large" block busy={isBusy} disabled={isDone}>
        {method === "passkey" ? m.passkeys.use : m.common.confirm}
      </Button>
      {methods
        .filter((other) => other !== method)
        .map((other) => (
          <Button
            key={other}
            variant="quiet"
            onClick={() => {
              setProblem(null);
              setMethod(other);
            }}
          >
            {switchLabel(other)}
          </Button>
        ))}
    </Stack>
  );
}

function ProofField({ method, problem }: { method: ProofMethod; problem: string | null }) {
  if (method === "passkey") {
    return problem ? <Notice tone="danger" role="alert" title={problem} /> : null;
  }
  if (method === "password") {
    return (
      <Field label={m.common.password} error={problem}>
        <PasswordInput
          autoComplete="current-password"
          enterKeyHint="go"
          maxLength={SignInRequest.password.maxLength}
        />
      </Field>
    );
  }
  if (method === "recovery_code") {
    return (
      <Field label={m.proof.recoveryCode} hint={m.proof.recoveryCodeHint} error={problem}>
        <TextInput autoCapitalize="none" spellCheck={false} enterKeyHint="go" maxLength={40} />
      </Field>
    );
  }
  return (
    <Field label={m.common.code} hint={m.proof.sixDigits} error={problem}>
      <TextInput
        autoComplete="one-time-code"
        inputMode="numeric"
        enterKeyHint="go"
        maxLength={10}
        className={styles.code}
      />
    </Field>
  );
}

function proofOf(method: ProofMethod, value: string): Proof {
  if (method === "password") return { password: value };
  return method === "recovery_code" ? { recoveryCode: value } : { code: value };
}

function leadOf(method: ProofMethod): string {
  if (method === "password") return m.proof.passwordHint;
  if (method === "passkey") return m.passkeys.confirmHint;
  return method === "recovery_code" ? m.proof.recoveryHint : m.proof.appHint;
}

function emptyProblem(method: ProofMethod): string {
  return method === "password" ? m.signIn.checks.password : m.proof.codeRequired;
}

function switchLabel(method: ProofMethod): string {
  if (method === "passkey") return m.passkeys.use;
  return method === "recovery_code" ? m.proof.useRecoveryCode : m.proof.useApp;
}
