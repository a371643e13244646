import { useMutation, useQuery } from "@tanstack/react-query";
import type { PasswordLink } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Button, ButtonLink } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { Heading, LinkIsOver, useTokenOfAddress } from "./opened-link";
import { isLinkOver, openDevice, passwordLinkQuery, sendPassword } from "./password-link";
import { SetPasswordForm } from "./set-password-form";
import { SignInLayout } from "./sign-in-layout";
import styles from "./sign-in-screen.module.css";

/** What the link of an e-mail is for: it sets a password, or lets this device sign in. */
export function EmailLinkPage() {
  const token = useTokenOfAddress();
  useDocumentTitle(m.staff.account.setANewPassword);
  return (
    <SignInLayout>
      <div className={styles.ticket}>
        <LinkForm key={token} token={token} />
      </div>
    </SignInLayout>
  );
}

function LinkForm({ token }: { token: string }) {
  const link = useQuery(passwordLinkQuery(token));
  const save = useMutation({
    mutationFn: (password: string) => sendPassword(token, password),
  });
  if (save.isSuccess) return <PasswordIsSet kind={link.data?.kind} />;
  if (!token || isLinkOver(link.error) || isLinkOver(save.error)) return <LinkIsOver />;
  if (link.isError) return <CannotCheck error={link.error} onRetry={link.refetch} />;
  if (!link.data) return <p role="status">{m.staff.account.loading}</p>;
  if (link.data.kind === "sign_in") return <OpenDevice token={token} email={link.data.email} />;
  return <SetPasswordForm link={link.data} onSave={save.mutateAsync} />;
}

function PasswordIsSet({ kind }: { kind?: PasswordLink["kind"] }) {
  return (
    <>
      <Heading>{m.staff.account.yourPasswordIsSet}</Heading>
      <p className={styles.lead}>
        {kind === "invitation"
          ? m.staff.account.signInWithIt
          : m.staff.account.youAreSignedOutEverywhere}
      </p>
      <ButtonLink to="/admin/login" variant="primary" size="large" block>
        {m.staff.account.signIn}
      </ButtonLink>
    </>
  );
}

/** The browser in which the link is opened is known from then on; it signs no one in. */
function OpenDevice({ token, email }: { token: string; email: string }) {
  const open = useMutation({ mutationFn: () => openDevice(token) });
  if (isLinkOver(open.error)) return <LinkIsOver />;
  return (
    <>
      <Heading>
        {open.isSuccess ? m.staff.account.thisDeviceMaySignIn : m.staff.account.deviceAction}
      </Heading>
      <p className={styles.lead}>
        {open.isSuccess ? m.staff.account.signInAsAlways : m.staff.account.forTheAccount({ email })}
      </p>
      {open.isError ? <Notice tone="danger" role="alert" title={errorMessage(open.error)} /> : null}
      {open.isSuccess ? (
        <ButtonLink to="/admin/login" variant="primary" size="large" block>
          {m.staff.account.signIn}
        </ButtonLink>
      ) : (
        <Button
          variant="primary"
          size="large"
          block
          busy={open.isPending}
          onClick={() => open.mutate()}
        >
          {m.staff.account.deviceAction}
        </Button>
      )}
    </>
  );
}

function CannotCheck({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <>
      <Heading>{m.staff.account.setANewPassword}</Heading>
      <Notice
        tone="danger"
        title={m.staff.account.weCouldNotCheckTheLink}
        headingLevel="h2"
        role="alert"
      >
        {errorMessage(error)}
      </Notice>
      <Button onClick={() => onRetry()}>{m.staff.account.tryAgain}</Button>
    </>
  );
}
