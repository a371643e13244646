import { valibotResolver } from "@hookform/resolvers/valibot";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import type { PasswordLink } from "@/domain/api/admin-types";
import { ApiError, errorMessage } from "@/domain/api/errors";
import { SetPasswordRequest } from "@/domain/api/limits.gen";
import { showServerFields } from "@/domain/api/server-fields";
import { messages as m } from "@/messages";
import { newPassword } from "@/staff/session/account-schemas";
import { Field } from "@/ui/inputs/field";
import { PasswordInput } from "@/ui/inputs/value-inputs";
import { isLinkOver } from "./password-link";
import { TicketForm } from "./ticket-form";

const setPasswordSchema = v.object({ password: newPassword });

interface SetPasswordFormProps {
  link: PasswordLink;
  onSave: (password: string) => Promise<unknown>;
}

/** The new password of the link's account, whose address password managers read from the form. */
export function SetPasswordForm({ link, onSave }: SetPasswordFormProps) {
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
      else form.setFocus("password");
    }
  }

  return (
    <TicketForm
      title={link.name ? m.common.welcome({ name: link.name }) : m.signIn.setPassword.title}
      lead={leadOf(link)}
      submit={m.signIn.setPassword.submit}
      isSubmitting={isSubmitting}
      problem={problem}
      problemTitle={m.signIn.setPassword.failed}
      onSubmit={form.handleSubmit(send)}
    >
      <input type="email" autoComplete="username" value={link.email} readOnly hidden />
      <Field
        label={link.kind === "invitation" ? m.common.password : m.common.newPassword}
        hint={m.signIn.checks.passwordHint}
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
    </TicketForm>
  );
}

/** Whose account it is, and what an invited person is going to do with it. */
function leadOf({ kind, email, role, truckName }: PasswordLink): string {
  if (kind === "reset") return m.signIn.setPassword.account({ email });
  if (role === "superadmin") return m.signIn.invitation.superadmin({ email });
  return truckName
    ? m.signIn.invitation.admin({ email, truck: truckName })
    : m.signIn.invitation.adminWithoutTruck({ email });
}
