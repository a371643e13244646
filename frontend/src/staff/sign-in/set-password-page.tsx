import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { PasswordLink } from "@/domain/api/admin-types";
import { errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Button, ButtonLink } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { isLinkOver, passwordLinkQuery, sendPassword } from "./password-link";
import { SetPasswordForm } from "./set-password-form";
import { SignInLayout } from "./sign-in-layout";
import styles from "./sign-in-screen.module.css";

/** Sets a password by the link of an e-mail. Its token is behind #, and leaves the address at once. */
export function SetPasswordPage() {
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
  return <SetPasswordForm link={link.data} onSave={save.mutateAsync} />;
}

/** Another link that is opened in this tab changes only what is behind #, and loads no page. */
function useTokenOfAddress(): string {
  const [token, setToken] = useState(readHash);
  useEffect(() => {
    function takeToken() {
      const found = readHash();
      if (!found) return;
      setToken(found);
      const { pathname, search } = window.location;
      window.history.replaceState(window.history.state, "", pathname + search);
    }
    takeToken();
    window.addEventListener("hashchange", takeToken);
    return () => window.removeEventListener("hashchange", takeToken);
  }, []);
  return token;
}

function readHash(): string {
  return window.location.hash.slice(1);
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

function LinkIsOver() {
  return (
    <>
      <Heading>{m.staff.account.linkDoesNotWork}</Heading>
      <p className={styles.lead}>{m.staff.account.linksWorkOnce}</p>
      <ButtonLink to="/admin/forgot-password" variant="primary" size="large" block>
        {m.staff.account.askForANewLink}
      </ButtonLink>
      <p className={styles.help}>
        <Link to="/admin/login">{m.staff.account.backToSignIn}</Link>
      </p>
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

function Heading({ children }: { children: string }) {
  return (
    <h1 className={styles.title} tabIndex={-1} ref={(heading) => heading?.focus()}>
      {children}
    </h1>
  );
}
