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
import styles from "./sign-in.module.css";
import { SignInLayout } from "./sign-in-layout";

/** What the link of an e-mail is for: it sets a password, or lets this device sign in. */
export function EmailLinkPage() {
  const token = useTokenOfAddress();
  useDocumentTitle(m.signIn.setPassword.title);
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
  if (!link.data) return <p role="status">{m.common.loading}</p>;
  if (link.data.kind === "sign_in") return <OpenDevice token={token} email={link.data.email} />;
  return <SetPasswordForm link={link.data} onSave={save.mutateAsync} />;
}

function PasswordIsSet({ kind }: { kind?: PasswordLink["kind"] }) {
  return (
    <>
      <Heading>{m.signIn.setPassword.done}</Heading>
      <p className={styles.lead}>
        {kind === "invitation" ? m.signIn.link.signInHint : m.signIn.setPassword.doneHint}
      </p>
      <ButtonLink to="/admin/login" variant="primary" size="large" block>
        {m.signIn.title}
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
