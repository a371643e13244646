import { useState } from "react";
import { useForm } from "react-hook-form";
import type { User } from "@/api/admin-types";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { PasswordInput } from "@/components/ui/password-input";
import { showToast } from "@/components/ui/toast";
import { checkNewPassword, NEW_PASSWORD_HINT } from "@/lib/account-rules";
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
