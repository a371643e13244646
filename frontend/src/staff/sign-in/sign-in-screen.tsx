import { useQuery } from "@tanstack/react-query";
import { describeWait } from "@/staff/session/sign-in-failure";
import { Button } from "@/ui/controls/button";
import { Checkbox } from "@/ui/controls/checkbox";
import { Notice } from "@/ui/feedback/notice";
import { Field } from "@/ui/inputs/field";
import { PasswordInput } from "@/ui/inputs/password-input";
import { TextInput } from "@/ui/inputs/text-input";
import { healthQuery } from "./health";
import { SampleAccounts } from "./sample-accounts";
import styles from "./sign-in-screen.module.css";
import { useSignIn } from "./use-sign-in";

interface SignInScreenProps {
  /** Somebody whose session ended in the middle of something goes back there. */
  returns: boolean;
}

export function SignInScreen({ returns }: SignInScreenProps) {
  const { form, failure, isDone, waitSeconds, handleSubmit } = useSignIn();
  const { errors, isSubmitting } = form.formState;
  return (
    <div className={styles.ticket}>
      <h1 className={styles.title}>Sign in</h1>
      <p className={styles.lead}>For the people behind the hatch.</p>
      <OfflineWarning />
      <form className={styles.form} onSubmit={handleSubmit} noValidate aria-label="Sign in">
        <Field label="Email" error={errors.email?.message}>
          <TextInput
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            enterKeyHint="next"
            maxLength={254}
            required
            {...form.register("email")}
          />
        </Field>
        <Field label="Password" error={errors.password?.message}>
          <PasswordInput
            autoComplete="current-password"
            enterKeyHint="go"
            maxLength={256}
            required
            {...form.register("password")}
          />
        </Field>
        <div className={styles.options}>
          <Checkbox label="Remember me" {...form.register("remember")} />
          <Button variant="quiet" className={styles.link} onClick={explainForgotten}>
            Forgot password?
          </Button>
        </div>
        {failure ? (
          <Notice tone="danger" title="Login Failed" headingLevel="h2" role="alert">
            {failure}
          </Notice>
        ) : null}
        {isDone ? <Success returns={returns} /> : null}
        <Button
          type="submit"
          variant="primary"
          size="large"
          block
          busy={isSubmitting}
          disabled={isDone}
        >
          {isSubmitting ? "Signing in…" : "Sign in"}
        </Button>
        {waitSeconds > 0 ? (
          <p className={styles.wait}>You can try again in {describeWait(waitSeconds)}.</p>
        ) : null}
      </form>
      <SampleAccounts
        onChoose={({ email, password }) => {
          form.setValue("email", email, { shouldValidate: form.formState.isSubmitted });
          form.setValue("password", password, { shouldValidate: form.formState.isSubmitted });
        }}
      />
      <p className={styles.help}>
        Trouble signing in?
        <Button variant="quiet" className={styles.link} onClick={explainSupport}>
          Contact support
        </Button>
      </p>
    </div>
  );
}

function OfflineWarning() {
  const { data: isOnline } = useQuery(healthQuery());
  if (isOnline !== false) return null;
  return (
    <Notice
      tone="warning"
      role="status"
      title="Backend Offline: Unable to connect to server. Please ensure the backend is running."
    />
  );
}

function Success({ returns }: { returns: boolean }) {
  const title = returns
    ? "Login successful! Taking you back to where you were..."
    : "Login successful! Redirecting to dashboard...";
  return <Notice tone="good" role="status" title={title} />;
}

function explainForgotten() {
  window.alert("Please contact an administrator to reset your password.");
}

function explainSupport() {
  window.alert("Please contact an administrator. They can help you with your account.");
}
