import { useState } from "react";
import { useForm } from "react-hook-form";
import { useIdempotencyKey } from "@/domain/api/use-idempotency-key";
import { showFailure } from "@/forms/show-failure";
import { messages as m } from "@/messages";
import { checkEmail, checkName, checkNewPassword } from "@/staff/session/account-rules";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { PasswordInput } from "@/ui/inputs/password-input";
import { TextInput } from "@/ui/inputs/text-input";
import { Drawer } from "@/ui/overlay/drawer";
import { type NewUser, useAddUser } from "./api";
import { PlaceFields, type TruckChoice } from "./place-fields";
import styles from "./staff.module.css";

interface AddUserDrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  trucks: TruckChoice;
}

export function AddUserDrawer({ open, onOpenChange, trucks }: AddUserDrawerProps) {
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title={m.staff.team.addStaff}>
      <AddUserForm trucks={trucks} onDone={() => onOpenChange(false)} />
    </Drawer>
  );
}

function AddUserForm({ trucks, onDone }: { trucks: TruckChoice; onDone: () => void }) {
  const { form, problem, handleSubmit } = useAddForm(onDone);
  const { errors, isSubmitting } = form.formState;
  return (
    <form
      className={styles.form}
      onSubmit={handleSubmit}
      noValidate
      aria-label={m.staff.team.addStaff}
    >
      <Field label={m.staff.team.name} error={errors.name?.message}>
        <TextInput
          enterKeyHint="next"
          maxLength={80}
          {...form.register("name", { validate: checkName })}
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
          maxLength={254}
          {...form.register("email", { validate: checkEmail })}
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
          maxLength={128}
          {...form.register("password", { validate: checkNewPassword })}
        />
      </Field>
      {problem ? <Notice tone="danger" role="alert" title={problem} /> : null}
      <Button type="submit" variant="primary" block busy={isSubmitting}>
        {isSubmitting ? m.staff.team.adding : m.staff.team.addToStaff}
      </Button>
    </form>
  );
}

type AddForm = Omit<NewUser, "truckId"> & { truckId: string };

function useAddForm(onDone: () => void) {
  const form = useForm<AddForm>({
    defaultValues: { name: "", email: "", password: "", role: "admin", truckId: "" },
  });
  const { mutateAsync } = useAddUser();
  const [problem, setProblem] = useState("");
  const keyFor = useIdempotencyKey();

  const handleSubmit = form.handleSubmit(async (values) => {
    setProblem("");
    const user = { ...values, truckId: values.role === "admin" ? values.truckId || null : null };
    const key = keyFor(JSON.stringify(user));
    try {
      const added = await mutateAsync({ user, key: key.value });
      key.release();
      showToast({ type: "success", message: m.staff.team.canSignInNow({ name: added.name }) });
      onDone();
    } catch (error) {
      key.releaseAfter(error);
      setProblem(showFailure(form, error, m.staff.team.failedToAddStaff));
    }
  });
  return { form, problem, handleSubmit };
}
