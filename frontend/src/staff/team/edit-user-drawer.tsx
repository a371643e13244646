import { useState } from "react";
import { useForm } from "react-hook-form";
import type { Role, User } from "@/domain/api/admin-types";
import { showFailure } from "@/forms/show-failure";
import { messages as m } from "@/messages";
import { checkName } from "@/staff/session/account-rules";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { Drawer } from "@/ui/overlay/drawer";
import { AccessSection } from "./access-section";
import { useChangeUser } from "./api";
import { PlaceFields, type TruckChoice } from "./place-fields";
import { ResetPasswordForm } from "./reset-password-form";
import styles from "./staff.module.css";

interface EditUserDrawerProps {
  /** Null: the drawer is closed. */
  user: User | null;
  isViewer: boolean;
  trucks: TruckChoice;
  onClose: () => void;
  onSaved: (user: User) => void;
}

export function EditUserDrawer(props: EditUserDrawerProps) {
  // Kept while the drawer slides away, so that it does not go blank first.
  const [shown, setShown] = useState(props.user);
  if (props.user && props.user !== shown) setShown(props.user);
  return (
    <Drawer
      open={props.user !== null}
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
      title={shown ? m.staff.team.edit({ name: shown.name }) : m.staff.team.edit2}
    >
      {shown ? <EditUser key={shown._id} {...props} user={shown} /> : null}
    </Drawer>
  );
}

function EditUser(props: EditUserDrawerProps & { user: User }) {
  const { user, isViewer, onClose } = props;
  return (
    <>
      <p className={styles.address}>{user.email}</p>
      <DetailsForm {...props} />
      {isViewer ? (
        <p className={styles.note}>{m.staff.team.yourOwnEmailAndPassword}</p>
      ) : (
        <>
          <ResetPasswordForm user={user} onDone={onClose} />
          <AccessSection user={user} onDone={onClose} />
        </>
      )}
    </>
  );
}

interface Details {
  name: string;
  role: Role;
  truckId: string;
}

function DetailsForm({
  user,
  isViewer,
  trucks,
  onClose,
  onSaved,
}: EditUserDrawerProps & { user: User }) {
  const { form, problem, handleSubmit } = useDetailsForm(user, (saved) => {
    onSaved(saved);
    onClose();
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <form
      className={styles.form}
      onSubmit={handleSubmit}
      noValidate
      aria-label={m.staff.team.details}
    >
      <Field label={m.staff.team.name} error={errors.name?.message}>
        <TextInput
          autoComplete="off"
          maxLength={80}
          {...form.register("name", { validate: checkName })}
        />
      </Field>
      <PlaceFields
        role={form.watch("role")}
        trucks={trucks}
        formerTruck={formerTruckOf(user, trucks)}
        roleProps={{ ...form.register("role"), disabled: isViewer }}
        truckProps={form.register("truckId")}
        roleHint={isViewer ? m.staff.team.anotherSuperadminCanChangeYour : undefined}
        truckHint={m.staff.team.movingThemToAnotherTruck}
        errors={errors}
      />
      {problem ? <Notice tone="danger" role="alert" title={problem} /> : null}
      <Button type="submit" variant="primary" block busy={isSubmitting}>
        {isSubmitting ? m.staff.team.saving : m.staff.team.save}
      </Button>
    </form>
  );
}

function useDetailsForm(user: User, onSaved: (user: User) => void) {
  const { name, role, truckId } = user;
  const form = useForm<Details>({ defaultValues: { name, role, truckId: truckId ?? "" } });
  const { mutateAsync } = useChangeUser();
  const [problem, setProblem] = useState("");

  const handleSubmit = form.handleSubmit(async (values) => {
    setProblem("");
    const place = { role: values.role, truckId: values.truckId || null };
    const hasMoved = place.role !== user.role || place.truckId !== user.truckId;
    const change = { name: values.name, ...(hasMoved ? place : {}) };
    try {
      const saved = await mutateAsync({ id: user._id, change });
      showToast({ type: "success", message: m.staff.team.saved({ name: saved.name }) });
      onSaved(saved);
    } catch (error) {
      setProblem(showFailure(form, error, m.staff.team.failedToSave2));
    }
  });
  return { form, problem, handleSubmit };
}

/** The truck of a user may be archived. */
function formerTruckOf({ truckId, truckName }: User, { trucks }: TruckChoice) {
  if (!truckId || trucks.some(({ _id }) => _id === truckId)) return null;
  return { _id: truckId, name: truckName ?? m.staff.team.presentTruck };
}
