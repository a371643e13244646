import { useMutation } from "@tanstack/react-query";
import type { User } from "@/domain/api/admin-types";
import { answer, api } from "@/domain/api/client";
import { errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { replaceUser, useSession } from "@/staff/session/session";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Button, ButtonLink } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { Heading, LinkIsOver, useTokenOfAddress } from "./opened-link";
import { isLinkOver } from "./password-link";
import { SignInLayout } from "./sign-in-layout";
import styles from "./sign-in-screen.module.css";

/** Confirms a new email address by its link. It works where its user is signed in: others may read a mistyped address. */
export function ConfirmEmailPage() {
  const token = useTokenOfAddress();
  const { status, user } = useSession();
  useDocumentTitle(m.staff.account.confirmYourEmail);
  return (
    <SignInLayout>
      <div className={styles.ticket}>
        {status === "loading" ? <p role="status">{m.staff.account.loading}</p> : null}
        {status !== "loading" && !user ? <SignInFirst token={token} /> : null}
        {user ? <Confirm key={token} token={token} user={user} /> : null}
      </div>
    </SignInLayout>
  );
}

function SignInFirst({ token }: { token: string }) {
  return (
    <>
      <Heading>{m.staff.account.confirmYourEmail}</Heading>
      <p className={styles.lead}>{m.staff.account.signInToConfirm}</p>
      <ButtonLink
        to="/admin/login"
        state={{ from: `/admin/confirm-email#${token}` }}
        variant="primary"
        size="large"
        block
      >
        {m.staff.account.signIn}
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
      <Heading>{m.staff.account.confirmYourEmail}</Heading>
      {user.pendingEmail ? (
        <p className={styles.lead}>
          {m.staff.account.confirmEmailLead({ email: user.pendingEmail })}
        </p>
      ) : null}
      {confirm.isError ? (
        <Notice
          tone="danger"
          title={m.staff.account.emailWasNotChanged}
          headingLevel="h2"
          role="alert"
        >
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
        {m.staff.account.confirmThisEmail}
      </Button>
    </>
  );
}

function IsConfirmed({ email }: { email: string }) {
  return (
    <>
      <Heading>{m.staff.account.yourEmailIsChanged}</Heading>
      <p className={styles.lead}>{m.staff.account.youSignInWith({ email })}</p>
      <ButtonLink to="/admin/profile" variant="primary" size="large" block>
        {m.staff.account.toYourProfile}
      </ButtonLink>
    </>
  );
}
