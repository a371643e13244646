import * as v from "valibot";
import type { User } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { RegisterRequest } from "@/domain/api/limits.gen";
import { FormDrawer } from "@/forms/leaving/form-drawer";
import { ShortForm } from "@/forms/short-form";
import { useRecordForm } from "@/forms/use-record-form";
import { messages as m } from "@/messages";
import { accountEmail, accountName, newPassword } from "@/staff/session/account-schemas";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { PasswordInput } from "@/ui/inputs/password-input";
import { TextInput } from "@/ui/inputs/text-input";
import { useAddUser } from "./api";
import { PlaceFields, type TruckChoice } from "./place-fields";

interface AddUserDrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  trucks: TruckChoice;
}

export function AddUserDrawer({ open, onOpenChange, trucks }: AddUserDrawerProps) {
  const close = () => onOpenChange(false);
  return (
    <FormDrawer open={open} onClose={close} title={m.staff.team.addStaff}>
      <AddUserForm trucks={trucks} onDone={close} />
    </FormDrawer>
  );
}

const userSchema = v.pipe(
  v.object({
    name: accountName,
    email: accountEmail,
    role: v.picklist(["admin", "superadmin"]),
    truckId: v.string(),
    password: newPassword,
  }),
  v.transform((values) => ({
    ...values,
    truckId: values.role === "admin" ? values.truckId || null : null,
  })),
);

const NEW_USER: v.InferInput<typeof userSchema> = {
  name: "",
  email: "",
  password: "",
  role: "admin",
  truckId: "",
};

function AddUserForm({ trucks, onDone }: { trucks: TruckChoice; onDone: () => void }) {
  const { mutateAsync } = useAddUser();
  const record = useRecordForm({
    record: null as User | null,
    blank: NEW_USER,
    valuesOf: () => NEW_USER,
    schema: userSchema,
    save: (_none, user, key) => mutateAsync({ user, key }),
    explain: (error) => `${m.staff.team.failedToAddStaff}: ${errorMessage(error)}`,
    onSaved: ({ name }) => {
      showToast({ type: "success", message: m.staff.team.canSignInNow({ name }) });
      onDone();
    },
  });
  const { form } = record;
  const { errors } = form.formState;
  return (
    <ShortForm
      record={record}
      label={m.staff.team.addStaff}
      save={m.staff.team.addToStaff}
      saving={m.staff.team.adding}
    >
      <Field label={m.staff.team.name} error={errors.name?.message}>
        <TextInput
          enterKeyHint="next"
          maxLength={RegisterRequest.name.maxLength}
          {...form.register("name")}
        />
      </Field>
      <Field
        label={m.staff.team.email}
        hint={m.staff.team.whatTheySignInWith}
        error={errors.email?.message}
      >
        <TextInput
          type="email"
          enterKeyHint="next"
          maxLength={RegisterRequest.email.maxLength}
          {...form.register("email")}
        />
      </Field>
      <PlaceFields
        role={form.watch("role")}
        trucks={trucks}
        roleProps={form.register("role")}
        truckProps={form.register("truckId")}
        errors={errors}
      />
      <Field
        label={m.staff.team.password}
        hint={m.staff.team.handItOverInPerson({
          newPasswordHint: m.staff.account.atLeast8CharactersAnd,
        })}
        error={errors.password?.message}
      >
        <PasswordInput
          autoComplete="new-password"
          maxLength={RegisterRequest.password.maxLength}
          {...form.register("password")}
        />
      </Field>
    </ShortForm>
  );
}
