import { valibotResolver } from "@hookform/resolvers/valibot";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { ApiError, errorMessage } from "@/domain/api/errors";
import { SetPasswordRequest } from "@/domain/api/limits.gen";
import { showServerFields } from "@/domain/api/server-fields";
import { messages as m } from "@/messages";
import { newPassword } from "@/staff/session/account-schemas";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { Field } from "@/ui/inputs/field";
import { PasswordInput } from "@/ui/inputs/password-input";
import { isLinkOver } from "./password-link";
import styles from "./sign-in-screen.module.css";

const setPasswordSchema = v.object({ password: newPassword });

interface SetPasswordFormProps {
  email: string;
  onSave: (password: string) => Promise<unknown>;
}

/** The new password of the account with this address, which password managers read from the form. */
export function SetPasswordForm({ email, onSave }: SetPasswordFormProps) {
  const form = useForm({
    defaultValues: { password: "" },
    resolver: valibotResolver(setPasswordSchema),
  });
  const [problem, setProblem] = useState<string | null>(null);
  const { errors, isSubmitting } = form.formState;

  async function send({ password }: { password: string }) {
    setProblem(null);
    try {
      await onSave(password);
    } catch (error) {
      if (isLinkOver(error)) return; // the page says that the link is over
      const fields = error instanceof ApiError ? error.fields : {};
      showServerFields(form, fields);
      if (Object.keys(fields).length === 0) setProblem(errorMessage(error));
    }
  }

  return (
    <>
      <h1 className={styles.title}>{m.staff.account.setANewPassword}</h1>
      <p className={styles.lead}>{m.staff.account.forTheAccount({ email })}</p>
      <form
        className={styles.form}
        onSubmit={form.handleSubmit(send)}
        noValidate
        aria-label={m.staff.account.setANewPassword}
      >
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <Field
          label={m.staff.account.newPassword}
          hint={m.staff.account.atLeast8CharactersAnd}
          error={errors.password?.message}
        >
          <PasswordInput
            autoComplete="new-password"
            enterKeyHint="go"
            maxLength={SetPasswordRequest.password.maxLength}
            required
            {...form.register("password")}
          />
        </Field>
        {problem ? (
          <Notice
            tone="danger"
            title={m.staff.account.passwordWasNotSet}
            headingLevel="h2"
            role="alert"
          >
            {problem}
          </Notice>
        ) : null}
        <Button type="submit" variant="primary" size="large" block busy={isSubmitting}>
          {m.staff.account.setPassword}
        </Button>
      </form>
    </>
  );
}
