import { useCallback, useEffect, useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { finishGreeting, type SignInForm, signIn } from "@/staff/session/session";
import { describeSignInFailure } from "@/staff/session/sign-in-failure";
import { checkSignIn } from "./sign-in-rules";

const REDIRECT_DELAY_MS = 1_000;
const FAILURE_SHOWN_MS = 5_000;

/** The sign-in form, what became of the last try, and how long the next one has to wait. */
export function useSignIn() {
  const form = useForm<SignInForm>({
    defaultValues: { email: "", password: "", remember: false },
    resolver: (values) => {
      const fields = Object.entries(checkSignIn(values));
      if (fields.length === 0) return { values, errors: {} };
      const errors = fields.map(([name, message]) => [name, { type: "invalid", message }]);
      return { values: {}, errors: Object.fromEntries(errors) };
    },
  });
  const [failure, setFailure] = useState<string | null>(null);
  const [isDone, setDone] = useState(false);
  const [waitSeconds, setWaitSeconds] = useCountdown();

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
    try {
      await signIn({ ...values, email: values.email.trim() });
      setDone(true);
    } catch (error) {
      const { sentence, fields, waitSeconds: wait } = describeSignInFailure(error);
      setFailure(sentence);
      setWaitSeconds(wait ?? 0);
      showFields(form, fields);
    }
  }

  return { form, failure, isDone, waitSeconds, handleSubmit: form.handleSubmit(send) };
}

function showFields(form: UseFormReturn<SignInForm>, fields: Record<string, string>): void {
  for (const name of ["email", "password"] as const) {
    if (fields[name]) form.setError(name, { type: "server", message: fields[name] });
  }
}

/** Whole seconds that run down to 0. */
function useCountdown(): [number, (seconds: number) => void] {
  const [seconds, setSeconds] = useState(0);
  const isRunning = seconds > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setSeconds((left) => Math.max(0, left - 1)), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return [seconds, useCallback((next: number) => setSeconds(next), [])];
}
