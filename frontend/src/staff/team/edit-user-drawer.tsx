import { useState } from "react";
import * as v from "valibot";
import { whenDone } from "@/domain/api/client";
import { errorMessage } from "@/domain/api/errors";
import { StaffErasureRequest, UserRequest } from "@/domain/api/limits.gen";
import type { User } from "@/domain/api/staff-types";
import { SectionForm } from "@/forms/section-form";
import { FormDrawer } from "@/forms/unsaved-guard-and-form-drawer";
import { useRecordForm } from "@/forms/use-record-form";
import { messages as m } from "@/messages";
import { accountName } from "@/staff/shared/account-field-schemas";
import { Button } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Box, Stack, Text } from "@/ui/layout";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { type UserChange, useChangeUser, useEraseUser } from "./api";
import {
  AccessSection,
  InvitationSection,
  ResetPasswordForm,
  SecondFactorSection,
  UserSection,
} from "./invitation-and-sign-in-sections";
import { RoleAndTruckFields, type TruckChoice } from "./role-and-truck-fields";
import styles from "./team.module.css";

interface EditUserDrawerProps {
  /** Null: the drawer is closed. */
  user: User | null;
  isViewer: boolean;
  trucks: TruckChoice;
  onClose: () => void;
  finalFocus: () => HTMLElement | true | null;
  onSaved: (user: User) => void;
}

export function EditUserDrawer(props: EditUserDrawerProps) {
  // Kept while the drawer slides away, so that it does not go blank first.
  const [shown, setShown] = useState(props.user);
  if (props.user && props.user !== shown) setShown(props.user);
  return (
    <FormDrawer
      open={props.user !== null}
      onClose={props.onClose}
      finalFocus={props.finalFocus}
      title={shown ? m.common.editNamed({ name: shown.name }) : m.common.edit}
    >
      {shown ? <EditUser key={shown._id} {...props} user={shown} /> : null}
    </FormDrawer>
  );
}

function EditUser(props: EditUserDrawerProps & { user: User }) {
  const { user, isViewer, onClose } = props;
  const invitation = user.isActive ? user.invitation : null;
  return (
    <>
      <Text marginBottom={4} soft breaks>
        {user.email}
      </Text>
      <DetailsForm {...props} />
      {isViewer ? (
        <Text soft size="s">
          {m.team.edit.ownHint}
        </Text>
      ) : (
        <>
          {invitation ? (
            <InvitationSection user={user} invitation={invitation} onDone={onClose} />
          ) : null}
          <Stack gap={4} paddingTop={5} marginTop={6} className={styles.section}>
            <ResetPasswordForm user={user} onDone={onClose} />
          </Stack>
          {user.hasSecondFactor ? <SecondFactorSection user={user} onDone={onClose} /> : null}
          {invitation ? null : (
            <>
              <AccessSection user={user} onDone={onClose} />
              <EraseSection user={user} onDone={onClose} />
            </>
          )}
        </>
      )}
    </>
  );
}

const detailsSchema = v.object({
  name: accountName,
  role: v.picklist(["admin", "superadmin"]),
  truckId: v.string(),
});

type Details = v.InferOutput<typeof detailsSchema>;

const detailsOf = ({ name, role, truckId }: User): Details => ({
  name,
  role,
  truckId: truckId ?? "",
});

function DetailsForm({
  user,
  isViewer,
  trucks,
  onClose,
  onSaved,
}: EditUserDrawerProps & { user: User }) {
  const { mutateAsync } = useChangeUser();
  const record = useRecordForm({
    record: user,
    blank: detailsOf(user),
    valuesOf: detailsOf,
    schema: detailsSchema,
    save: (_user, details) => mutateAsync({ id: user._id, change: changeOf(details, user) }),
    explain: (error) => m.team.notSaved({ errorMessage: errorMessage(error) }),
    onStored: onSaved,
    onSaved: ({ name }) => {
      showToast({ type: "success", message: m.common.savedNamed({ name }) });
      onClose();
    },
  });
  const { form } = record;
  const { errors } = form.formState;
  return (
    <SectionForm
      record={record}
      label={m.common.details}
      save={m.common.save}
      saving={m.common.saving}
    >
      <Field label={m.common.name} error={errors.name?.message}>
        <TextInput
          autoComplete="off"
          maxLength={UserRequest.name.maxLength}
          {...form.register("name")}
        />
      </Field>
      <RoleAndTruckFields
        role={form.watch("role")}
        trucks={trucks}
        formerTruck={formerTruckOf(user, trucks)}
        roleProps={{ ...form.register("role"), disabled: isViewer }}
        truckProps={form.register("truckId")}
        roleHint={isViewer ? m.team.edit.ownRoleHint : undefined}
        truckHint={m.team.edit.moveHint}
        errors={errors}
      />
    </SectionForm>
  );
}

/** Users have no version, so only what was changed here is sent: a name that a colleague has changed meanwhile stays. */
function changeOf(details: Details, user: User): UserChange {
  const place = { role: details.role, truckId: details.truckId || null };
  const hasMoved = place.role !== user.role || place.truckId !== user.truckId;
  if (!hasMoved) return { name: details.name };
  return details.name === user.name ? place : { ...place, name: details.name };
}

/** The truck of a user may be archived. */
function formerTruckOf({ truckId, truckName }: User, { trucks }: TruckChoice) {
  if (!truckId || trucks.some(({ _id }) => _id === truckId)) return null;
  return { _id: truckId, name: truckName ?? m.team.presentTruck };
}

/** Erases the person. What they did stays under a neutral name, which the server chooses. */
function EraseSection({ user, onDone }: { user: User; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const { mutateAsync, isPending } = useEraseUser();

  function erase() {
    setMissing(!reason.trim());
    if (!reason.trim()) return;
    setAsking(false); // before a proof may be asked for, in a dialog of its own
    whenDone(mutateAsync({ id: user._id, reason }, { onSuccess: onDone }), {
      onSuccess: ({ name }) => showToast({ type: "success", message: m.team.erase.done({ name }) }),
      onError: (error) => {
        const message = m.team.erase.failed({ errorMessage: errorMessage(error) });
        showToast({ type: "error", message });
      },
    });
  }

  return (
    <UserSection id="erasure" title={m.team.erase.title} lead={m.team.erase.hint}>
      <Button
        variant="danger"
        className={styles.start}
        busy={isPending}
        onClick={() => setAsking(true)}
      >
        {m.team.erase.title}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={m.team.erase.question({ name: user.name })}
        confirmLabel={m.common.eraseForGood}
        destructive
        onConfirm={erase}
      >
        <Stack gap={4} textAlign="start">
          <p>
            <strong>{m.common.erasedLabel}</strong> {m.team.erase.deleted}
          </p>
          <p>
            <strong>{m.common.keptLabel}</strong> {m.team.erase.kept({ name: user.name })}
          </p>
          {/* The dialog's words are soft; what is typed is not, or it reads like an example. */}
          <Box tone="plain">
            <Field
              label={m.common.reason}
              hint={m.team.erase.reasonHint}
              error={isMissing ? m.team.erase.reasonRequired : null}
            >
              <TextInput
                value={reason}
                autoComplete="off"
                maxLength={StaffErasureRequest.reason.maxLength}
                onChange={(event) => setReason(event.currentTarget.value)}
              />
            </Field>
          </Box>
        </Stack>
      </ConfirmDialog>
    </UserSection>
  );
}
