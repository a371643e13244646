import { useMutation, useQuery } from "@tanstack/react-query";
import * as v from "valibot";
import type { User } from "@/domain/api/admin-types";
import { answer, api } from "@/domain/api/client";
import { configQuery } from "@/domain/api/config";
import { errorMessage } from "@/domain/api/errors";
import { RegisterRequest, SignInRequest } from "@/domain/api/limits.gen";
import { ShortForm } from "@/forms/short-form";
import { useRecordForm } from "@/forms/use-record-form";
import { messages as m } from "@/messages";
import { accountEmail, newPassword } from "@/staff/session/account-schemas";
import { replaceUser } from "@/staff/session/session";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { PasswordInput } from "@/ui/inputs/value-inputs";
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
    onSaved: ({ pendingEmail }) => {
      const isNew = pendingEmail !== undefined && pendingEmail !== user.pendingEmail;
      const message = isNew
        ? m.profile.email.linkSent({ email: pendingEmail })
        : m.profile.access.saved;
      showToast({ type: "success", message });
    },
  });
  const { data: config } = useQuery(configQuery());
  const sendsEmail = config?.sendsEmail !== false;
  const { register, formState } = record.form;
  const { errors } = formState;
  return (
    <ShortForm
      record={record}
      label={m.profile.access.title}
      headingLevel="h2"
      save={m.profile.access.submit}
      saving={m.common.saving}
    >
      {user.pendingEmail ? <PendingEmail email={user.email} pending={user.pendingEmail} /> : null}
      <Field
        label={m.common.email}
        hint={sendsEmail ? undefined : m.profile.email.cannotSend}
        error={errors.email?.message}
      >
        <TextInput
          type="email"
          readOnly={!sendsEmail}
          autoComplete="username"
          enterKeyHint="next"
          maxLength={RegisterRequest.email.maxLength}
          {...register("email")}
        />
      </Field>
      <Field
        label={m.common.newPassword}
        hint={m.profile.access.newPasswordHint}
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
        label={m.profile.access.currentPassword}
        hint={m.profile.access.currentPasswordHint}
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

/** A new address counts once its link was opened. Until then it can be sent again, or taken back. */
function PendingEmail({ email, pending }: { email: string; pending: string }) {
  const again = useMutation({
    mutationFn: async () => (await answer(api.POST("/api/auth/email-change"))).user,
    onSuccess: (user) => {
      replaceUser(user);
      showToast({ type: "success", message: m.profile.email.sentAgain });
    },
  });
  const cancel = useMutation({
    mutationFn: async () => (await answer(api.DELETE("/api/auth/email-change"))).user,
    onSuccess: (user) => {
      replaceUser(user);
      showToast({ type: "success", message: m.profile.email.kept });
    },
  });
  const error = again.error ?? cancel.error;
  return (
    <>
      <Notice
        tone="info"
        title={m.profile.email.unconfirmed({ email: pending })}
        action={
          <>
            <Button busy={again.isPending} onClick={() => again.mutate()}>
              {m.common.sendAgain}
            </Button>
            <Button variant="quiet" busy={cancel.isPending} onClick={() => cancel.mutate()}>
              {m.common.cancel}
            </Button>
          </>
        }
      >
        {m.profile.email.unconfirmedHint({ email })}
      </Notice>
      {error ? <Notice tone="danger" role="alert" title={errorMessage(error)} /> : null}
    </>
  );
}

/** Only what is new is sent. Throws the sentence to show when nothing is. */
function changeOf({ email, newPassword, currentPassword }: AccessValues, user: User) {
  const change: ProfileChange = { currentPassword };
  if (email.toLowerCase() !== user.email) change.email = email;
  if (newPassword) change.newPassword = newPassword;
  if (Object.keys(change).length === 1) throw new Error(m.profile.access.unchanged);
  return change;
}
