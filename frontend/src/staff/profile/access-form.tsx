import * as v from "valibot";
import type { User } from "@/domain/api/admin-types";
import { RegisterRequest, SignInRequest } from "@/domain/api/limits.gen";
import { ShortForm } from "@/forms/short-form";
import { useRecordForm } from "@/forms/use-record-form";
import { messages as m } from "@/messages";
import { accountEmail, newPassword } from "@/staff/session/account-schemas";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { PasswordInput } from "@/ui/inputs/password-input";
import { TextInput } from "@/ui/inputs/text-input";
import { type ProfileChange, useChangeProfile } from "./profile-api";
import { explainProfileFailure } from "./profile-failure";

const accessSchema = v.object({
  email: accountEmail,
  newPassword: v.union([v.literal(""), newPassword]),
  currentPassword: v.string(),
});

type AccessValues = v.InferOutput<typeof accessSchema>;

/** How one signs in; to change it takes the present password. */
export function AccessForm({ user }: { user: User }) {
  const { mutateAsync } = useChangeProfile();
  const record = useRecordForm({
    record: user,
    blank: { email: "", newPassword: "", currentPassword: "" },
    valuesOf: ({ email }) => ({ email, newPassword: "", currentPassword: "" }),
    schema: accessSchema,
    save: (_user, values) => mutateAsync(changeOf(values, user)),
    explain: explainProfileFailure,
    onSaved: () => {
      showToast({ type: "success", message: m.staff.account.yourSignInIsSaved });
    },
  });
  const { register, formState } = record.form;
  const { errors } = formState;
  return (
    <ShortForm
      record={record}
      label={m.staff.account.howYouSignIn}
      headingLevel="h2"
      save={m.staff.account.saveEmailAndPassword}
      saving={m.staff.account.saving}
    >
      <Field label={m.staff.account.email} error={errors.email?.message}>
        <TextInput
          type="email"
          autoComplete="username"
          enterKeyHint="next"
          maxLength={RegisterRequest.email.maxLength}
          {...register("email")}
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
          maxLength={RegisterRequest.password.maxLength}
          {...register("newPassword")}
        />
      </Field>
      <Field
        label={m.staff.account.currentPassword}
        hint={m.staff.account.toBeSureThatIt}
        error={errors.currentPassword?.message}
      >
        <PasswordInput
          autoComplete="current-password"
          maxLength={SignInRequest.password.maxLength}
          {...register("currentPassword")}
        />
      </Field>
    </ShortForm>
  );
}

/** Only what is new is sent. Throws the sentence to show when nothing is. */
function changeOf({ email, newPassword, currentPassword }: AccessValues, user: User) {
  const change: ProfileChange = { currentPassword };
  if (email.toLowerCase() !== user.email) change.email = email;
  if (newPassword) change.newPassword = newPassword;
  if (Object.keys(change).length === 1) throw new Error(m.staff.account.changeYourEmailOrEnter);
  return change;
}
