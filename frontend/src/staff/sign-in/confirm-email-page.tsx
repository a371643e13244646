import { useMutation } from "@tanstack/react-query";
import { answer, api } from "@/domain/api/client";
import { errorMessage } from "@/domain/api/errors";
import type { User } from "@/domain/api/staff-types";
import { messages as m } from "@/messages";
import { replaceUser, useSession } from "@/staff/session/session";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Button, ButtonLink } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { isLinkOver, LinkIsOver, useTokenOfAddress } from "./link-token-and-expiry";
import styles from "./sign-in.module.css";
import { Heading, SignInLayout } from "./sign-in-layout-and-form";

/** Confirms a new email address by its link. It works where its user is signed in: others may read a mistyped address. */
export function ConfirmEmailPage() {
  const token = useTokenOfAddress();
  const { status, user } = useSession();
  useDocumentTitle(m.signIn.confirmEmail.title);
  return (
    <SignInLayout>
      <div className={styles.ticket}>
        {status === "loading" ? <p role="status">{m.common.loading}</p> : null}
        {status !== "loading" && !user ? <SignInFirst token={token} /> : null}
        {user ? <Confirm key={token} token={token} user={user} /> : null}
      </div>
    </SignInLayout>
  );
}

function SignInFirst({ token }: { token: string }) {
  return (
    <>
      <Heading>{m.signIn.confirmEmail.title}</Heading>
      <p className={styles.lead}>{m.signIn.confirmEmail.signInFirst}</p>
      <ButtonLink
        to="/admin/login"
        state={{ from: `/admin/confirm-email#${token}` }}
        variant="primary"
        size="large"
        block
      >
        {m.signIn.title}
      </ButtonLink>
    </>
  );
}

function Confirm({ token, user }: { token: string; user: User }) {
  const confirm = useMutation({
    mutationFn: async () =>
      (await answer(api.POST("/api/auth/email-change/confirm", { body: { token } }))).user,
    onSuccess: replaceUser,
  });
  if (confirm.isSuccess) return <IsConfirmed email={confirm.data.email} />;
  if (!token || isLinkOver(confirm.error)) return <LinkIsOver to="/admin/profile" />;
  return (
    <>
      <Heading>{m.signIn.confirmEmail.title}</Heading>
      {user.pendingEmail ? (
        <p className={styles.lead}>{m.signIn.confirmEmail.lead({ email: user.pendingEmail })}</p>
      ) : null}
      {confirm.isError ? (
        <Notice tone="danger" title={m.signIn.confirmEmail.failed} headingLevel="h2" role="alert">
          {errorMessage(confirm.error)}
        </Notice>
      ) : null}
      <Button
        variant="primary"
        size="large"
        block
        busy={confirm.isPending}
        onClick={() => confirm.mutate()}
      >
        {m.signIn.confirmEmail.submit}
      </Button>
    </>
  );
}

function IsConfirmed({ email }: { email: string }) {
  return (
    <>
      <Heading>{m.signIn.confirmEmail.done}</Heading>
      <p className={styles.lead}>{m.signIn.confirmEmail.doneHint({ email })}</p>
      <ButtonLink to="/admin/profile" variant="primary" size="large" block>
        {m.signIn.toProfile}
      </ButtonLink>
    </>
  );
}
