import * as v from "valibot";
import type { User } from "@/domain/api/admin-types";
import { RegisterRequest } from "@/domain/api/limits.gen";
import { ShortForm } from "@/forms/short-form";
import { useRecordForm } from "@/forms/use-record-form";
import { messages as m } from "@/messages";
import { accountName } from "@/staff/session/account-schemas";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { useChangeProfile } from "./profile-api";
import { explainProfileFailure } from "./profile-failure";

const nameSchema = v.object({ name: accountName });

export function NameForm({ user }: { user: User }) {
  const { mutateAsync } = useChangeProfile();
  const record = useRecordForm({
    record: user,
    blank: { name: "" },
    valuesOf: ({ name }) => ({ name }),
    schema: nameSchema,
    save: (_user, sent) => mutateAsync(sent),
    explain: explainProfileFailure,
    onSaved: () => {
      showToast({ type: "success", message: m.profile.name.saved });
    },
  });
  const { errors } = record.form.formState;
  return (
    <ShortForm
      record={record}
      label={m.profile.name.title}
      headingLevel="h2"
      save={m.common.saveName}
      saving={m.common.saving}
    >
      <Field label={m.common.name} error={errors.name?.message}>
        <TextInput
          autoComplete="name"
          maxLength={RegisterRequest.name.maxLength}
          {...record.form.register("name")}
        />
      </Field>
    </ShortForm>
  );
}
