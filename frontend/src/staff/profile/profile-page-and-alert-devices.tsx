import { useMutation, useQuery } from "@tanstack/react-query";
import * as v from "valibot";
import { answer, api, whenDone } from "@/domain/api/client";
import { ApiError, errorMessage, isUnreachable } from "@/domain/api/errors";
import { RegisterRequest, SignInRequest } from "@/domain/api/limits.gen";
import { serverConfigQuery } from "@/domain/api/server-config";
import type { PushDevice, User } from "@/domain/api/staff-types";
import { SectionForm } from "@/forms/section-form";
import { useRecordForm } from "@/forms/use-record-form";
import { messages as m } from "@/messages";
import {
  changeLanguage,
  currentLanguage,
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
} from "@/messages/language";
import { pushDevicesQuery, useRemoveDevice } from "@/staff/orders/live/push-devices-api";
import { securityQuery } from "@/staff/security/api";
import { SecuritySection } from "@/staff/security/second-factors-section";
import { replaceUser, useCurrentUser } from "@/staff/session/session";
import { describeWait } from "@/staff/session/sign-in-and-proof-failures";
import { accountEmail, accountName, newPassword } from "@/staff/shared/account-field-schemas";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Button } from "@/ui/controls/button";
import { useFocusWhenFewer } from "@/ui/controls/keep-focus";
import { SegmentedChoice } from "@/ui/controls/radio-choices";
import { ErrorState } from "@/ui/feedback/empty-and-error-states";
import { Loaded } from "@/ui/feedback/loaded";
import { Notice } from "@/ui/feedback/notice";
import { Skeleton } from "@/ui/feedback/skeletons";
import { showToast } from "@/ui/feedback/toast";
import { Field } from "@/ui/inputs/field";
import { PasswordInput } from "@/ui/inputs/password-input";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Box, Row, Stack, Text } from "@/ui/layout";
import { PageHeader } from "@/ui/layout/page-header";
import styles from "./profile.module.css";
import { ownSessionsQuery, SessionsSection } from "./sessions-section";

export function ProfilePage() {
  const user = useCurrentUser();
  useDocumentTitle(m.profile.title);
  return (
    <>
      <PageHeader title={m.profile.title} description={m.profile.lead} />
      <Profile user={user} />
    </>
  );
}

/** The signed-in user's profile. Role and truck are read-only. */
function Profile({ user }: { user: User }) {
  return (
    <Stack gap={8} className={styles.columns}>
      <Stack gap={8} className={styles.forms}>
        <NameForm user={user} />
        <LanguageChoice />
        <AccessForm user={user} />
        <ReadSections user={user} />
      </Stack>
      <Box as="dl" radius="card" raised breaks className={styles.badge}>
        <Text as="dt" soft size="s">
          {m.common.role}
        </Text>
        <Text as="dd" marginBottom={3} weight={700}>
          {user.role === "superadmin" ? m.common.superadmin : m.common.admin}
        </Text>
        <Text as="dt" soft size="s">
          {m.common.truck}
        </Text>
        <Text as="dd" marginBottom={3} weight={700}>
          {user.role === "superadmin"
            ? m.common.allStaffTrucks
            : (user.truckName ?? m.common.noTruckYet)}
        </Text>
        <Text as="dt" soft size="s">
          {m.profile.signsInAs}
        </Text>
        <Text as="dd" marginBottom={3} weight={700}>
          {user.email}
        </Text>
      </Box>
    </Stack>
  );
}

/** What the server has to be asked for. Without a connection that is said once, not by each section. */
function ReadSections({ user }: { user: User }) {
  const security = useQuery({ ...securityQuery(), refetchOnReconnect: true });
  const sessions = useQuery({ ...ownSessionsQuery(), refetchOnReconnect: true });
  const reads = [security, sessions];
  const missing = reads.find(({ data, error }) => data === undefined && isUnreachable(error));
  if (missing?.error) {
    const reason = errorMessage(missing.error);
    const readAgain = () => void Promise.all(reads.map(({ refetch }) => refetch()));
    return (
      <ErrorState title={m.profile.needsConnection} description={reason} onRetry={readAgain} />
    );
  }
  return (
    <>
      <SecuritySection user={user} />
      <SessionsSection />
      <OwnDevices />
    </>
  );
}

const nameSchema = v.object({ name: accountName });

function NameForm({ user }: { user: User }) {
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
    <SectionForm
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
    </SectionForm>
  );
}

const CHOICES = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));

/** The language of the staff's screens, on every device that this user signs in on. */
function LanguageChoice() {
  const { mutateAsync } = useChangeProfile();

  function choose(language: Language): void {
    whenDone(mutateAsync({ language }), {
      onSuccess: () => changeLanguage(language),
      onError: (error) => showToast({ type: "error", message: errorMessage(error) }),
    });
  }

  return (
    <Stack as="section" gap={4} aria-labelledby="own-language">
      <Text as="h2" size="xl" id="own-language">
        {m.common.language}
      </Text>
      <SegmentedChoice
        label={m.common.language}
        choices={CHOICES}
        value={currentLanguage()}
        onChange={choose}
      />
    </Stack>
  );
}

const accessSchema = v.object({
  email: accountEmail,
  newPassword: v.union([v.literal(""), newPassword]),
  currentPassword: v.string(),
});

type AccessValues = v.InferOutput<typeof accessSchema>;

/** How one signs in; to change it takes the present password. */
function AccessForm({ user }: { user: User }) {
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
  const { data: config } = useQuery(serverConfigQuery());
  const sendsEmail = config?.sendsEmail !== false;
  const { register, formState } = record.form;
  const { errors } = formState;
  return (
    <SectionForm
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
    </SectionForm>
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

/** Email and password change only together with the present password. */
interface ProfileChange {
  name?: string;
  language?: Language;
  email?: string;
  currentPassword?: string;
  newPassword?: string;
}

function useChangeProfile() {
  return useMutation({
    mutationFn: async (change: ProfileChange) =>
      (await answer(api.PUT("/api/auth/profile", { body: change }))).user,
    onSuccess: replaceUser,
  });
}

/** Why the profile was not saved, and how long to wait after too many guesses of the password. */
function explainProfileFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return errorMessage(error);
  const wait = error.status === 429 ? error.retryAfterSeconds : null;
  const reason = error.message;
  return wait
    ? m.profile.notSavedUntil({ reason, wait: describeWait(wait) })
    : m.profile.notSaved({ reason });
}

const HEADING = "own-devices";

/** The devices that hear of new orders. Nothing where no push can be sent. */
export function OwnDevices() {
  const { data: config } = useQuery(serverConfigQuery());
  const hasPush = Boolean(config?.push);
  const { data: devices = [] } = useQuery({ ...pushDevicesQuery(), enabled: hasPush });
  const heading = useFocusWhenFewer<HTMLHeadingElement>(devices.length);
  if (!hasPush) return null;
  return (
    <Stack as="section" gap={4} aria-labelledby={HEADING}>
      <Text as="h2" size="xl" id={HEADING} ref={heading} tabIndex={-1}>
        {m.alertDevices.title}
      </Text>
      <AlertDevices headingId={HEADING} />
    </Stack>
  );
}

/** The devices that hear of new orders, each of which the user can take off the list from any other. */
function AlertDevices({ headingId }: { headingId: string }) {
  return (
    <Loaded
      query={useQuery(pushDevicesQuery())}
      skeleton={<Skeleton />}
      failed={m.alertDevices.failed}
      headingLevel="h3"
    >
      {(devices) => <Devices devices={devices} headingId={headingId} />}
    </Loaded>
  );
}

function Devices({ devices, headingId }: { devices: PushDevice[]; headingId: string }) {
  const remove = useRemoveDevice();

  function takeOff(device: PushDevice): void {
    whenDone(remove.mutateAsync(device), {
      onSuccess: () => showToast({ type: "success", message: m.alertDevices.removed }),
      onError: (failure) => showToast({ type: "error", message: errorMessage(failure) }),
    });
  }

  if (devices.length === 0)
    return (
      <Text soft size="s">
        {m.alertDevices.none}
      </Text>
    );
  return (
    <Stack as="ul" gap={2} aria-labelledby={headingId}>
      {devices.map((device) => (
        <Row key={device._id} as="li" gap={4} rowGap={2} align="center" justify="between">
          <div>
            <p>{device.name}</p>
            <Text soft size="s">
              {m.alertDevices.device(device)}
            </Text>
          </div>
          <Button
            aria-label={m.alertDevices.removeNamed(device)}
            disabled={remove.isPending}
            onClick={() => takeOff(device)}
          >
            {m.common.remove}
          </Button>
        </Row>
      ))}
    </Stack>
  );
}
