import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as v from "valibot";
import { errorMessage } from "@/domain/api/errors";
import { RegisterRequest } from "@/domain/api/limits.gen";
import { serverConfigQuery } from "@/domain/api/server-config";
import type { User } from "@/domain/api/staff-types";
import { SectionForm } from "@/forms/section-form";
import { FormDrawer } from "@/forms/unsaved-guard-and-form-drawer";
import { type RecordForm, useRecordForm } from "@/forms/use-record-form";
import { messages as m } from "@/messages";
import { currentLanguage, LANGUAGE_NAMES, LANGUAGES } from "@/messages/language";
import { accountEmail, accountName, newPassword } from "@/staff/shared/account-field-schemas";
import { SegmentedChoice } from "@/ui/controls/radio-choices";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { PasswordInput } from "@/ui/inputs/password-input";
import { Select } from "@/ui/inputs/select";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { useAddUser, useInvite } from "./api";
import { RoleAndTruckFields, type TruckChoice } from "./role-and-truck-fields";

interface AddUserDrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  trucks: TruckChoice;
  /** The truck that is chosen at first; empty for none. */
  truckId: string;
}

export function AddUserDrawer({ open, onOpenChange, trucks, truckId }: AddUserDrawerProps) {
  const close = () => onOpenChange(false);
  return (
    <FormDrawer open={open} onClose={close} title={m.team.add.title}>
      <AddUserForm trucks={trucks} truckId={truckId} onDone={close} />
    </FormDrawer>
  );
}

const fields = {
  name: accountName,
  email: accountEmail,
  role: v.picklist(["admin", "superadmin"]),
  truckId: v.string(),
  language: v.picklist(LANGUAGES),
};
type Fields = v.InferOutput<v.ObjectSchema<typeof fields, undefined>> & { password: string };

const placeOf = ({ role, truckId }: Fields) => (role === "admin" ? truckId || null : null);
const withPlace = v.transform((values: Fields) => ({ ...values, truckId: placeOf(values) }));
const SCHEMAS = {
  invitation: v.pipe(v.object({ ...fields, password: v.string() }), withPlace),
  password: v.pipe(v.object({ ...fields, password: newPassword }), withPlace),
};
type Way = keyof typeof SCHEMAS;
type NewUserForm = RecordForm<Fields, v.InferOutput<typeof SCHEMAS.password>>;

const blankUser = (truckId: string): Fields => ({
  name: "",
  email: "",
  password: "",
  role: "admin",
  truckId,
  language: currentLanguage(),
});

/** Invites by e-mail where the server sends e-mail, or takes a password that is handed over in person. */
function AddUserForm(
  props: Pick<AddUserDrawerProps, "trucks" | "truckId"> & { onDone: () => void },
) {
  const { trucks, truckId, onDone } = props;
  const { data: config } = useQuery(serverConfigQuery());
  const [chosen, setChosen] = useState<Way>("invitation");
  const way = config?.sendsEmail ? chosen : "password";
  const record = useNewUser(way, truckId, onDone);
  const { form } = record;
  const isInvitation = way === "invitation";
  return (
    <SectionForm
      record={record}
      label={m.team.add.title}
      save={isInvitation ? m.team.add.invite : m.team.add.submit}
      saving={isInvitation ? m.team.add.inviting : m.team.add.running}
    >
      {config?.sendsEmail ? (
        <SegmentedChoice
          label={m.team.add.how}
          choices={[
            { value: "invitation", label: m.team.add.byInvitation },
            { value: "password", label: m.team.add.byPassword },
          ]}
          value={way}
          onChange={setChosen}
        />
      ) : null}
      <PersonFields record={record} isInvitation={isInvitation} />
      <RoleAndTruckFields
        role={form.watch("role")}
        trucks={trucks}
        roleProps={form.register("role")}
        truckProps={form.register("truckId")}
        errors={form.formState.errors}
      />
      {isInvitation ? <LanguageField record={record} /> : <PasswordField record={record} />}
    </SectionForm>
  );
}

function useNewUser(way: Way, truckId: string, onDone: () => void) {
  const { mutateAsync: add } = useAddUser();
  const { mutateAsync: invite } = useInvite();
  return useRecordForm({
    record: null as User | null,
    blank: blankUser(truckId),
    valuesOf: () => blankUser(truckId),
    schema: SCHEMAS[way],
    save: (_none, { password, language, ...user }, key) =>
      way === "invitation"
        ? invite({ user: { ...user, language }, key })
        : add({ user: { ...user, password }, key }),
    explain: (error) => m.team.add.failed({ errorMessage: errorMessage(error) }),
    onSaved: ({ name, email }) => {
      const message =
        way === "invitation" ? m.team.invitation.sent({ email }) : m.team.add.done({ name });
      showToast({ type: "success", message });
      onDone();
    },
  });
}

function PersonFields({ record, isInvitation }: { record: NewUserForm; isInvitation: boolean }) {
  const { register, formState } = record.form;
  const { errors } = formState;
  return (
    <>
      <Field label={m.common.name} error={errors.name?.message}>
        <TextInput
          enterKeyHint="next"
          maxLength={RegisterRequest.name.maxLength}
          {...register("name")}
        />
      </Field>
      <Field
        label={m.common.email}
        hint={isInvitation ? m.team.add.invitationHint : m.team.add.emailHint}
        error={errors.email?.message}
      >
        <TextInput
          type="email"
          enterKeyHint="next"
          maxLength={RegisterRequest.email.maxLength}
          {...register("email")}
        />
      </Field>
    </>
  );
}

function LanguageField({ record }: { record: NewUserForm }) {
  return (
    <Field label={m.team.add.language}>
      <Select {...record.form.register("language")}>
        {LANGUAGES.map((language) => (
          <option key={language} value={language}>
            {LANGUAGE_NAMES[language]}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function PasswordField({ record }: { record: NewUserForm }) {
  const { register, formState } = record.form;
  return (
    <Field
      label={m.common.password}
      hint={m.team.add.passwordHint({
        newPasswordHint: m.signIn.checks.passwordHint,
      })}
      error={formState.errors.password?.message}
    >
      <PasswordInput
        autoComplete="new-password"
        maxLength={RegisterRequest.password.maxLength}
        {...register("password")}
      />
    </Field>
  );
}
