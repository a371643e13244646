import { valibotResolver } from "@hookform/resolvers/valibot";
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Navigate } from "react-router";
import * as v from "valibot";
import { answer, api } from "@/domain/api/client";
import { ApiError, errorMessage } from "@/domain/api/errors";
import { SetPasswordRequest } from "@/domain/api/limits.gen";
import type { PasswordLink } from "@/domain/api/staff-types";
import { passwordLinkKey } from "@/domain/query-keys";
import { showServerFields } from "@/forms/field-schemas";
import { messages as m } from "@/messages";
import { finishGreeting, signIn } from "@/staff/session/session";
import { newPassword } from "@/staff/shared/account-field-schemas";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Button, ButtonLink } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { Field } from "@/ui/inputs/field";
import { PasswordInput } from "@/ui/inputs/password-input";
import { isLinkOver, LinkIsOver, useTokenOfAddress } from "./link-token-and-expiry";
import styles from "./sign-in.module.css";
import { Heading, SignInLayout, TicketForm } from "./sign-in-layout-and-form";

/** Where the link of an email leads that sets a password, also that of an invitation; one that allows a device ends here too. */
export function SetPasswordPage() {
  const token = useTokenOfAddress();
  useDocumentTitle(m.signIn.setPassword.title);
  return (
    <SignInLayout token={token}>
      <div className={styles.ticket}>
        <LinkForm key={token} token={token} />
      </div>
    </SignInLayout>
  );
}

function LinkForm({ token }: { token: string }) {
  const link = useQuery(passwordLinkQuery(token));
  const save = useMutation({
    mutationFn: async (password: string) => {
      await sendPassword(token, password);
      return link.data?.kind === "invitation" && (await isLetIn(link.data.email, password));
    },
  });
  if (save.data) return <Navigate to="/admin/dashboard" replace />;
  if (save.isSuccess) return <PasswordIsSet link={link.data} />;
  if (!token || isLinkOver(link.error) || isLinkOver(save.error)) return <LinkIsOver />;
  if (link.isError) return <CannotCheck error={link.error} onRetry={link.refetch} />;
  if (!link.data) return <p role="status">{m.common.loading}</p>;
  if (link.data.kind === "sign_in") return <AllowDevice token={token} email={link.data.email} />;
  return <SetPasswordForm link={link.data} onSave={save.mutateAsync} />;
}

/** What the link of this token is for. Kept in memory only; never asked without a token. */
function passwordLinkQuery(token: string) {
  return queryOptions({
    queryKey: passwordLinkKey(token),
    queryFn: ({ signal }) =>
      answer(api.POST("/api/auth/password-link", { body: { token }, signal })),
    enabled: token !== "",
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

async function sendPassword(token: string, password: string): Promise<void> {
  await answer(api.POST("/api/auth/password-link/password", { body: { token, password } }));
}

/** Signs an invited person in as the sign-in page does, with all its rules; what it refuses is said there. */
async function isLetIn(email: string, password: string): Promise<boolean> {
  try {
    const pending = await signIn({ email, password, remember: false });
    finishGreeting();
    return pending === null;
  } catch {
    return false;
  }
}

/** The sign-in asks only for the password that was just set. */
function PasswordIsSet({ link }: { link: PasswordLink | undefined }) {
  return (
    <>
      <Heading>{m.signIn.setPassword.done}</Heading>
      <p className={styles.lead}>
        {link?.kind === "invitation" ? m.signIn.link.signInHint : m.signIn.setPassword.doneHint}
      </p>
      <ButtonLink
        to="/admin/login"
        state={{ email: link?.email }}
        variant="primary"
        size="large"
        block
      >
        {m.signIn.title}
      </ButtonLink>
    </>
  );
}

function CannotCheck({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <>
      <Heading>{m.signIn.setPassword.title}</Heading>
      <Notice tone="danger" title={m.signIn.link.checkFailed} headingLevel="h2" role="alert">
        {errorMessage(error)}
      </Notice>
      <Button onClick={() => onRetry()}>{m.common.tryAgain}</Button>
    </>
  );
}

/** Makes this browser known to the account of the link, so that strangers' guesses do not keep it out. */
async function allowDevice(token: string): Promise<void> {
  await answer(api.POST("/api/auth/password-link/device", { body: { token } }));
}

/** The browser in which the link is opened is known from then on; it signs no one in. */
function AllowDevice({ token, email }: { token: string; email: string }) {
  const open = useMutation({ mutationFn: () => allowDevice(token) });
  if (isLinkOver(open.error)) return <LinkIsOver />;
  return (
    <>
      <Heading>{open.isSuccess ? m.signIn.device.allowed : m.signIn.device.allow}</Heading>
      <p className={styles.lead}>
        {open.isSuccess ? m.signIn.device.allowedHint : m.signIn.setPassword.account({ email })}
      </p>
      {open.isError ? <Notice tone="danger" role="alert" title={errorMessage(open.error)} /> : null}
      {open.isSuccess ? (
        <ButtonLink to="/admin/login" variant="primary" size="large" block>
          {m.signIn.title}
        </ButtonLink>
      ) : (
        <Button
          variant="primary"
          size="large"
          block
          busy={open.isPending}
          onClick={() => open.mutate()}
        >
          {m.signIn.device.allow}
        </Button>
      )}
    </>
  );
}

const setPasswordSchema = v.object({ password: newPassword });

interface SetPasswordFormProps {
  link: PasswordLink;
  onSave: (password: string) => Promise<unknown>;
}

/** The new password of the link's account, whose address password managers read from the form. */
function SetPasswordForm({ link, onSave }: SetPasswordFormProps) {
  const form = useForm({
    defaultValues: { password: "" },
    resolver: valibotResolver(setPasswordSchema),
  });
  const [problem, setProblem] = useState<string | null>(null);
  const { errors, isSubmitting } = form.formState;

  async function send({ password }: { password: string }) {
    setProblem(null);
    try {
      await onSave(password);
    } catch (error) {
      if (isLinkOver(error)) return; // the page says that the link is over
      const fields = error instanceof ApiError ? error.fields : {};
      showServerFields(form, fields);
      if (Object.keys(fields).length === 0) setProblem(errorMessage(error));
      else form.setFocus("password");
    }
  }

  return (
    <TicketForm
      title={link.name ? m.common.welcome({ name: link.name }) : m.signIn.setPassword.title}
      lead={leadOf(link)}
      submit={m.signIn.setPassword.submit}
      isSubmitting={isSubmitting}
      problem={problem}
      problemTitle={m.signIn.setPassword.failed}
      onSubmit={form.handleSubmit(send)}
    >
      <input type="email" autoComplete="username" value={link.email} readOnly hidden />
      <Field
        label={link.kind === "invitation" ? m.common.password : m.common.newPassword}
        hint={m.signIn.checks.passwordHint}
        error={errors.password?.message}
      >
        <PasswordInput
          autoComplete="new-password"
          enterKeyHint="go"
          maxLength={SetPasswordRequest.password.maxLength}
          required
          {...form.register("password")}
        />
      </Field>
    </TicketForm>
  );
}

/** Whose account it is, and what an invited person is going to do with it. */
function leadOf({ kind, email, role, truckName }: PasswordLink): string {
  if (kind === "reset") return m.signIn.setPassword.account({ email });
  if (role === "superadmin") return m.signIn.invitation.superadmin({ email });
  return truckName
    ? m.signIn.invitation.admin({ email, truck: truckName })
    : m.signIn.invitation.adminWithoutTruck({ email });
}
