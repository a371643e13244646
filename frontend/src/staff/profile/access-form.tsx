import { useState } from "react";
import { useForm } from "react-hook-form";
import type { User } from "@/domain/api/admin-types";
import { checkEmail, checkNewPassword } from "@/staff/session/account-rules";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { PasswordInput } from "@/ui/inputs/password-input";
import { TextInput } from "@/ui/inputs/text-input";
import styles from "./profile.module.css";
import { type ProfileChange, useChangeProfile } from "./profile-api";
import { showProfileFailure } from "./profile-failure";

interface AccessValues {
  email: string;
  newPassword: string;
  currentPassword: string;
}

const NOTHING_NEW = "Change your email or enter a new password first.";

/** How one signs in; nobody changes it who does not know the present password. */
export function AccessForm({ user }: { user: User }) {
  const { form, problem, handleSubmit } = useAccessForm(user);
  const { errors, isSubmitting } = form.formState;
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate aria-labelledby="own-access">
      <h2 id="own-access" className={styles.heading}>
        How you sign in
      </h2>
      <Field label="Email" error={errors.email?.message}>
        <TextInput
          type="email"
          autoComplete="username"
          enterKeyHint="next"
          maxLength={254}
          {...form.register("email", { validate: checkEmail })}
        />
      </Field>
      <Field
        label="New password"
        hint="At least 8 characters. Leave it empty to keep the present one. A new one signs you out on your other devices."
        error={errors.newPassword?.message}
      >
        <PasswordInput
          autoComplete="new-password"
          enterKeyHint="next"
          maxLength={128}
          {...form.register("newPassword", {
            validate: (password) => !password || checkNewPassword(password),
          })}
        />
      </Field>
      <Field
        label="Current password"
        hint="To be sure that it is you."
        error={errors.currentPassword?.message}
      >
        <PasswordInput
          autoComplete="current-password"
          maxLength={256}
          {...form.register("currentPassword")}
        />
      </Field>
      {problem ? <Notice tone="danger" role="alert" title={problem} /> : null}
      <Button type="submit" className={styles.save} busy={isSubmitting}>
        {isSubmitting ? "Saving…" : "Save email and password"}
      </Button>
    </form>
  );
}

function useAccessForm(user: User) {
  const form = useForm<AccessValues>({
    defaultValues: { email: user.email, newPassword: "", currentPassword: "" },
  });
  const { mutateAsync } = useChangeProfile();
  const [problem, setProblem] = useState("");

  const handleSubmit = form.handleSubmit(async (values) => {
    const change = changeOf(values, user);
    setProblem(change ? "" : NOTHING_NEW);
    if (!change) return;
    try {
      const saved = await mutateAsync(change);
      form.reset({ email: saved.email, newPassword: "", currentPassword: "" });
      showToast({ type: "success", message: "Your sign-in is saved" });
    } catch (error) {
      setProblem(showProfileFailure(form, error));
    }
  });
  return { form, problem, handleSubmit };
}

/** Only what is new is sent; nothing new is nothing to send. */
function changeOf(values: AccessValues, user: User): ProfileChange | null {
  const email = values.email.trim();
  const change: ProfileChange = { currentPassword: values.currentPassword };
  if (email.toLowerCase() !== user.email) change.email = email;
  if (values.newPassword) change.newPassword = values.newPassword;
  return Object.keys(change).length > 1 ? change : null;
}
