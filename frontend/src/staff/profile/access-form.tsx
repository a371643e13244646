import { useState } from "react";
import { useForm } from "react-hook-form";
import type { User } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
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

/** How one signs in; to change it takes the present password. */
export function AccessForm({ user }: { user: User }) {
  const { form, problem, handleSubmit } = useAccessForm(user);
  const { errors, isSubmitting } = form.formState;
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate aria-labelledby="own-access">
      <h2 id="own-access" className={styles.heading}>
        {m.staff.account.howYouSignIn}
      </h2>
      <Field label={m.staff.account.email} error={errors.email?.message}>
        <TextInput
          type="email"
          autoComplete="username"
          enterKeyHint="next"
          maxLength={254}
          {...form.register("email", { validate: checkEmail })}
        />
      </Field>
      <Field
        label={m.staff.account.newPassword}
        hint={m.staff.account.atLeast8CharactersLeave}
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
        label={m.staff.account.currentPassword}
        hint={m.staff.account.toBeSureThatIt}
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
        {isSubmitting ? m.staff.account.saving : m.staff.account.saveEmailAndPassword}
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
    setProblem(change ? "" : m.staff.account.changeYourEmailOrEnter);
    if (!change) return;
    try {
      const saved = await mutateAsync(change);
      form.reset({ email: saved.email, newPassword: "", currentPassword: "" });
      showToast({ type: "success", message: m.staff.account.yourSignInIsSaved });
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
