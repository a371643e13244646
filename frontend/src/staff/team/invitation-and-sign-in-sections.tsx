import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import * as v from "valibot";
import { whenDone } from "@/domain/api/client";
import { errorMessage } from "@/domain/api/errors";
import { UserRequest } from "@/domain/api/limits.gen";
import { serverConfigQuery } from "@/domain/api/server-config";
import type { User } from "@/domain/api/staff-types";
import { formatDate } from "@/domain/time/time-words";
import { SectionForm } from "@/forms/section-form";
import { useRecordForm } from "@/forms/use-record-form";
import { messages as m } from "@/messages";
import { newPassword } from "@/staff/shared/account-field-schemas";
import { Button } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { PasswordInput } from "@/ui/inputs/password-input";
import { Row, Stack, Text } from "@/ui/layout";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { useChangeUser, useInviteAgain, useRemoveFactors, useWithdrawInvitation } from "./api";
import styles from "./team.module.css";

interface UserSectionProps {
  id: string;
  title: string;
  lead: string;
  children: ReactNode;
}

/** A part of the drawer of a user below its own heading. */
export function UserSection({ id, title, lead, children }: UserSectionProps) {
  return (
    <Stack
      as="section"
      gap={4}
      paddingTop={5}
      marginTop={6}
      className={styles.section}
      aria-labelledby={id}
    >
      <Text as="h3" size="l" id={id}>
        {title}
      </Text>
      <Text soft size="s">
        {lead}
      </Text>
      {children}
    </Stack>
  );
}

interface InvitationSectionProps {
  user: User;
  invitation: NonNullable<User["invitation"]>;
  onDone: () => void;
}

/** An invitation that was not accepted yet: sends it again, or withdraws it with its account. */
export function InvitationSection({ user, invitation, onDone }: InvitationSectionProps) {
  const { data: config } = useQuery(serverConfigQuery());
  const canSend = Boolean(config?.sendsEmail);
  const [isAsking, setAsking] = useState(false);
  const again = useInviteAgain();
  const withdraw = useWithdrawInvitation();

  function sendAgain() {
    whenDone(again.mutateAsync(user._id, { onSuccess: onDone }), {
      onSuccess: ({ email }) =>
        showToast({ type: "success", message: m.team.invitation.sent({ email }) }),
      onError: sayWhy,
    });
  }

  function withdrawIt() {
    whenDone(withdraw.mutateAsync(user._id, { onSuccess: onDone }), {
      onSuccess: () =>
        showToast({ type: "success", message: m.team.invitation.withdrawn({ name: user.name }) }),
      onError: sayWhy,
      onSettled: () => setAsking(false),
    });
  }

  return (
    <UserSection
      id="invitation"
      title={m.team.invitation.title}
      lead={`${describeInvitation(invitation)} ${describeLink(invitation, canSend)}`}
    >
      <Row gap={3}>
        {canSend ? (
          <Button busy={again.isPending} onClick={sendAgain}>
            {m.common.sendAgain}
          </Button>
        ) : null}
        <Button variant="danger" onClick={() => setAsking(true)}>
          {m.team.invitation.withdraw}
        </Button>
      </Row>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={m.team.invitation.withdrawQuestion({ name: user.name })}
        confirmLabel={m.team.invitation.withdrawConfirm}
        destructive
        pending={withdraw.isPending}
        onConfirm={withdrawIt}
      >
        {m.team.invitation.withdrawHint}
      </ConfirmDialog>
    </UserSection>
  );
}

/** What its link still does; nothing where it is over and no other can be sent. */
function describeLink({ isOver }: InvitationSectionProps["invitation"], canSend: boolean): string {
  if (!isOver) return m.team.invitation.hint;
  return canSend ? m.team.invitation.expiredHint : "";
}

function sayWhy(error: unknown) {
  const message = m.team.notSaved({ errorMessage: errorMessage(error) });
  showToast({ type: "error", message });
}

/** Since when an account waits for its password, by the viewer's clock. */
export function describeInvitation({ invitedAt, isOver }: NonNullable<User["invitation"]>): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const date = formatDate(new Date(invitedAt), zone);
  return isOver ? m.team.invitation.expiredOn({ date }) : m.team.invitation.sentOn({ date });
}

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
    explain: (error) => m.team.password.failed({ errorMessage: errorMessage(error) }),
    onSaved: ({ name }) => {
      showToast({ type: "success", message: m.team.password.done({ name }) });
      onDone();
    },
  });
  return (
    <SectionForm
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
    </SectionForm>
  );
}

/** Lets a user in again who has lost the second factor. */
export function SecondFactorSection({ user, onDone }: { user: User; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync, isPending } = useRemoveFactors();
  const { name } = user;

  function remove() {
    setAsking(false); // before a proof may be asked for, in a dialog of its own
    whenDone(mutateAsync(user._id, { onSuccess: onDone }), {
      onSuccess: () => showToast({ type: "success", message: m.security.ofUser.removed({ name }) }),
      onError: (error) => showToast({ type: "error", message: errorMessage(error) }),
    });
  }

  return (
    <UserSection id="second-factor" title={m.common.secondFactor} lead={m.security.ofUser.has}>
      <Button className={styles.start} busy={isPending} onClick={() => setAsking(true)}>
        {m.security.ofUser.remove}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={m.security.ofUser.removeQuestion({ name })}
        confirmLabel={m.security.ofUser.remove}
        destructive
        onConfirm={remove}
      >
        {m.security.ofUser.removeHint}
      </ConfirmDialog>
    </UserSection>
  );
}

/** Takes the sign-in away, or gives it back. */
export function AccessSection({ user, onDone }: { user: User; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync, isPending } = useChangeUser();

  function setActive(isActive: boolean) {
    const call = { id: user._id, change: { isActive } };
    whenDone(mutateAsync(call, { onSuccess: onDone }), {
      onSuccess: ({ name }) => {
        const message = isActive
          ? m.team.access.enabled({ name })
          : m.team.access.disabled({ name });
        showToast({ type: "success", message });
      },
      onError: (error) =>
        showToast({
          type: "error",
          message: m.team.notSaved({ errorMessage: errorMessage(error) }),
        }),
      onSettled: () => setAsking(false),
    });
  }

  return (
    <UserSection
      id="access"
      title={m.team.access.title}
      lead={user.isActive ? m.team.access.hint : m.team.access.disabledHint}
    >
      {user.isActive ? (
        <Button variant="danger" className={styles.start} onClick={() => setAsking(true)}>
          {m.team.access.disable}
        </Button>
      ) : (
        <Button className={styles.start} busy={isPending} onClick={() => setActive(true)}>
          {m.team.access.enable}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={m.team.access.question({ name: user.name })}
        confirmLabel={m.team.access.confirm}
        destructive
        pending={isPending}
        onConfirm={() => setActive(false)}
      >
        {m.team.access.questionHint}
      </ConfirmDialog>
    </UserSection>
  );
}
