import { useState } from "react";
import { useForm } from "react-hook-form";
import type { User } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { checkName } from "@/staff/session/account-rules";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import styles from "./profile.module.css";
import { useChangeProfile } from "./profile-api";
import { showProfileFailure } from "./profile-failure";

export function NameForm({ user }: { user: User }) {
  const form = useForm<{ name: string }>({ defaultValues: { name: user.name } });
  const { mutateAsync } = useChangeProfile();
  const [problem, setProblem] = useState("");
  const { errors, isSubmitting } = form.formState;

  const handleSubmit = form.handleSubmit(async ({ name }) => {
    setProblem("");
    try {
      const saved = await mutateAsync({ name });
      form.reset({ name: saved.name });
      showToast({ type: "success", message: m.staff.account.yourNameIsSaved });
    } catch (error) {
      setProblem(showProfileFailure(form, error));
    }
  });

  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate aria-labelledby="own-name">
      <h2 id="own-name" className={styles.heading}>
        {m.staff.account.aboutYou}
      </h2>
      <Field label={m.staff.account.name} error={errors.name?.message}>
        <TextInput
          autoComplete="name"
          maxLength={80}
          {...form.register("name", { validate: checkName })}
        />
      </Field>
      {problem ? <Notice tone="danger" role="alert" title={problem} /> : null}
      <Button type="submit" variant="primary" className={styles.save} busy={isSubmitting}>
        {isSubmitting ? m.staff.account.saving : m.staff.account.saveName}
      </Button>
    </form>
  );
}
