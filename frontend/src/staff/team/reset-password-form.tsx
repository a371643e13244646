import { useState } from "react";
import { useForm } from "react-hook-form";
import type { User } from "@/domain/api/admin-types";
import { showFailure } from "@/forms/show-failure";
import { messages as m } from "@/messages";
import { checkNewPassword } from "@/staff/session/account-rules";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { PasswordInput } from "@/ui/inputs/password-input";
import { useChangeUser } from "./api";
import styles from "./staff.module.css";

/** A new password for a user who lost theirs. */
export function ResetPasswordForm({ user, onDone }: { user: User; onDone: () => void }) {
  const form = useForm<{ password: string }>({ defaultValues: { password: "" } });
  const { mutateAsync } = useChangeUser();
  const [problem, setProblem] = useState("");
  const { errors, isSubmitting } = form.formState;

  const handleSubmit = form.handleSubmit(async (change) => {
    setProblem("");
    try {
      const { name } = await mutateAsync({ id: user._id, change });
      showToast({ type: "success", message: m.staff.team.hasANewPassword({ name }) });
      onDone();
    } catch (error) {
      setProblem(showFailure(form, error, m.staff.team.failedToResetThePassword));
    }
  });

  return (
    <form className={styles.section} onSubmit={handleSubmit} noValidate>
      <h3 className={styles.heading}>{m.staff.team.resetPassword}</h3>
      <Field
        label={m.staff.team.newPassword}
        hint={m.staff.team.itSignsThemOutEverywhere({
          newPasswordHint: m.staff.account.atLeast8CharactersAnd,
        })}
        error={errors.password?.message}
      >
        <PasswordInput
          autoComplete="new-password"
          maxLength={128}
          {...form.register("password", { validate: checkNewPassword })}
        />
      </Field>
      {problem ? <Notice tone="danger" role="alert" title={problem} /> : null}
      <Button type="submit" className={styles.start} busy={isSubmitting}>
        {isSubmitting ? m.staff.team.resetting : m.staff.team.resetPassword}
      </Button>
    </form>
  );
}
