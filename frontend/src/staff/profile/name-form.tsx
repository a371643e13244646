import { useState } from "react";
import { useForm } from "react-hook-form";
import type { User } from "@/api/admin-types";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { TextInput } from "@/components/ui/text-input";
import { showToast } from "@/components/ui/toast";
import { checkName } from "@/lib/account-rules";
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
      showToast({ type: "success", message: "Your name is saved" });
    } catch (error) {
      setProblem(showProfileFailure(form, error));
    }
  });

  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate aria-labelledby="own-name">
      <h2 id="own-name" className={styles.heading}>
        About you
      </h2>
      <Field label="Name" error={errors.name?.message}>
        <TextInput
          autoComplete="name"
          maxLength={80}
          {...form.register("name", { validate: checkName })}
        />
      </Field>
      {problem ? <Notice tone="danger" role="alert" title={problem} /> : null}
      <Button type="submit" variant="primary" className={styles.save} busy={isSubmitting}>
        {isSubmitting ? "Saving…" : "Save name"}
      </Button>
    </form>
  );
}
