import * as v from "valibot";
import type { User } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { UserRequest } from "@/domain/api/limits.gen";
import { ShortForm } from "@/forms/short-form";
import { useRecordForm } from "@/forms/use-record-form";
import { messages as m } from "@/messages";
import { newPassword } from "@/staff/session/account-schemas";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { PasswordInput } from "@/ui/inputs/password-input";
import { useChangeUser } from "./api";

const passwordSchema = v.object({ password: newPassword });

/** A new password for a user who lost theirs. */
export function ResetPasswordForm({ user, onDone }: { user: User; onDone: () => void }) {
  const { mutateAsync } = useChangeUser();
  const record = useRecordForm({
    record: user,
    blank: { password: "" },
    valuesOf: () => ({ password: "" }),
    schema: passwordSchema,
    save: (_user, change) => mutateAsync({ id: user._id, change }),
    explain: (error) => `${m.team.password.failed}: ${errorMessage(error)}`,
    onSaved: ({ name }) => {
      showToast({ type: "success", message: m.team.password.done({ name }) });
      onDone();
    },
  });
  return (
    <ShortForm
      record={record}
      label={m.team.password.title}
      headingLevel="h3"
      save={m.team.password.title}
      saving={m.team.password.running}
    >
      <Field
        label={m.common.newPassword}
        hint={m.team.password.hint({
          newPasswordHint: m.signIn.checks.passwordHint,
        })}
        error={record.form.formState.errors.password?.message}
      >
        <PasswordInput
          autoComplete="new-password"
          maxLength={UserRequest.password.maxLength}
          {...record.form.register("password")}
        />
      </Field>
    </ShortForm>
  );
}
