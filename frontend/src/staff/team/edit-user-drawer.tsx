import { useState } from "react";
import { useForm } from "react-hook-form";
import type { Role, User } from "@/domain/api/admin-types";
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
import { showFailure } from "./show-failure";
import styles from "./staff.module.css";

interface EditUserDrawerProps {
  /** Nobody: the drawer is closed. */
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
      title={shown ? `Edit ${shown.name}` : "Edit"}
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
        <p className={styles.note}>Your own email and password are on your profile page.</p>
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
    <form className={styles.form} onSubmit={handleSubmit} noValidate aria-label="Details">
      <Field label="Name" error={errors.name?.message}>
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
        roleHint={isViewer ? "Another superadmin can change your role." : undefined}
        truckHint="Moving them to another truck signs them out."
        errors={errors}
      />
      {problem ? <Notice tone="danger" role="alert" title={problem} /> : null}
      <Button type="submit" variant="primary" block busy={isSubmitting}>
        {isSubmitting ? "Saving…" : "Save"}
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
      showToast({ type: "success", message: `${saved.name} saved` });
      onSaved(saved);
    } catch (error) {
      setProblem(showFailure(form, error, "Failed to save"));
    }
  });
  return { form, problem, handleSubmit };
}

/** The truck somebody belongs to may be archived. */
function formerTruckOf({ truckId, truckName }: User, { trucks }: TruckChoice) {
  if (!truckId || trucks.some(({ _id }) => _id === truckId)) return null;
  return { _id: truckId, name: truckName ?? "Present truck" };
}
