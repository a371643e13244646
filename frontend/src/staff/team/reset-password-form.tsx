import { useState } from "react";
import { useForm } from "react-hook-form";
import type { User } from "@/domain/api/admin-types";
import { checkNewPassword, NEW_PASSWORD_HINT } from "@/staff/session/account-rules";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { PasswordInput } from "@/ui/inputs/password-input";
import { useChangeUser } from "./api";
import { showFailure } from "./show-failure";
import styles from "./staff.module.css";

/** A new password for somebody who lost theirs. */
export function ResetPasswordForm({ user, onDone }: { user: User; onDone: () => void }) {
  const form = useForm<{ password: string }>({ defaultValues: { password: "" } });
  const { mutateAsync } = useChangeUser();
  const [problem, setProblem] = useState("");
  const { errors, isSubmitting } = form.formState;

  const handleSubmit = form.handleSubmit(async (change) => {
    setProblem("");
    try {
      const { name } = await mutateAsync({ id: user._id, change });
      showToast({ type: "success", message: `${name} has a new password` });
      onDone();
    } catch (error) {
      setProblem(showFailure(form, error, "Failed to reset the password"));
    }
  });

  return (
    <form className={styles.section} onSubmit={handleSubmit} noValidate>
      <h3 className={styles.heading}>Reset password</h3>
      <Field
        label="New password"
        hint={`${NEW_PASSWORD_HINT} It signs them out everywhere.`}
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
        {isSubmitting ? "Resetting…" : "Reset password"}
      </Button>
    </form>
  );
}
