import { valibotResolver } from "@hookform/resolvers/valibot";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { SignInRequest } from "@/domain/api/limits.gen";
import type { PendingSignIn } from "@/domain/api/staff-types";
import { serverNow } from "@/domain/time/server-clock";
import { showServerFields } from "@/forms/field-schemas";
import { messages as m } from "@/messages";
import { finishGreeting, type SignInForm, signIn } from "@/staff/session/session";
import { describeSignInFailure } from "@/staff/session/sign-in-and-proof-failures";
import { accountEmail, enteredPassword } from "@/staff/shared/account-field-schemas";
import { useSecondsUntil } from "@/ui/browser/use-countdown";

const signInSchema = v.object({
  email: accountEmail,
  password: v.pipe(
    enteredPassword,
    v.minLength(SignInRequest.password.minLength, () => m.signIn.checks.passwordShort),
  ),
  remember: v.boolean(),
});

const REDIRECT_DELAY_MS = 1_000;
const FAILURE_SHOWN_MS = 5_000;

/** The sign-in form, what became of the last try, and how long the next one has to wait. */
export function useSignIn(email: string) {
  const form = useForm<SignInForm>({
    defaultValues: { email, password: "", remember: false },
    resolver: valibotResolver(signInSchema),
  });
  const [failure, setFailure] = useState<string | null>(null);
  const [shutFor, setShutFor] = useState<string | null>(null);
  const [isDone, setDone] = useState(false);
  const [waiting, setWaiting] = useState<PendingSignIn | null>(null);
  const [waitsUntil, setWaitsUntil] = useState(0);
  const waitSeconds = useSecondsUntil(waitsUntil) ?? 0;

  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(finishGreeting, REDIRECT_DELAY_MS);
    return () => {
      clearTimeout(timer);
      finishGreeting();
    };
  }, [isDone]);

  useEffect(() => {
    if (!failure) return;
    const timer = setTimeout(() => setFailure(null), FAILURE_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [failure]);

  async function send(values: SignInForm) {
    setFailure(null);
    setShutFor(null);
    try {
      const pending = await signIn(values);
      setWaiting(pending);
      setDone(pending === null);
    } catch (error) {
      const { sentence, fields, waitSeconds: wait, isShut } = describeSignInFailure(error);
      setFailure(sentence);
      // Do not wait for a day: there are other ways in.
      setWaitsUntil(isShut || !wait ? 0 : serverNow() + wait * 1_000);
      setShutFor(isShut ? values.email : null);
      showServerFields(form, fields);
    }
  }

  return {
    form,
    failure,
    /** The address that strangers have guessed at, until the next try. */
    shutFor,
    isDone,
    waitSeconds,
    handleSubmit: form.handleSubmit(send),
    /** What waits for the second factor, which `finish` says was right. */
    waiting,
    finish: () => setDone(true),
    startAgain: () => {
      setWaiting(null);
      form.resetField("password");
    },
  };
}
