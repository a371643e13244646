import { queryOptions, useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { answer, api } from "@/domain/api/client";
import { ApiError, errorMessage } from "@/domain/api/errors";
import { passwordLinkKey } from "@/domain/query-keys";
import { messages as m } from "@/messages";
import { Button, ButtonLink } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import styles from "./sign-in.module.css";
import { Heading } from "./sign-in-layout-and-form";

/**
 * The token of a link by e-mail. It is behind #, and leaves the address at once. Another link that is opened in this tab
 * changes only what is behind #, and loads no page.
 */
export function useTokenOfAddress(): string {
  const { hash } = useLocation(); // after a sign-in that led back here
  const [token, setToken] = useState(() => readHash() || hash.slice(1));
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

/** The link was used, is over or never was. `to` is where one asks for another, if that is no forgotten password. */
export function LinkIsOver({ to = "/admin/forgot-password" }: { to?: string }) {
  return (
    <>
      <Heading>{m.signIn.link.dead}</Heading>
      <p className={styles.lead}>
        {to === "/admin/profile" ? m.signIn.confirmEmail.linkHint : m.signIn.link.deadHint}
      </p>
      <ButtonLink to={to} variant="primary" size="large" block>
        {to === "/admin/profile" ? m.signIn.toProfile : m.signIn.link.askAgain}
      </ButtonLink>
      {to === "/admin/profile" ? null : (
        <p className={styles.help}>
          <Link to="/admin/login">{m.signIn.back}</Link>
        </p>
      )}
    </>
  );
}

/** What the link of this token is for. Kept in memory only; never asked without a token. */
export function passwordLinkQuery(token: string) {
  return queryOptions({
    queryKey: passwordLinkKey(token),
    queryFn: ({ signal }) =>
      answer(api.POST("/api/auth/password-link", { body: { token }, signal })),
    enabled: token !== "",
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export async function sendPassword(token: string, password: string): Promise<void> {
  await answer(api.POST("/api/auth/password-link/password", { body: { token, password } }));
}

/** Whether the server said that the link was used, is over or never was. */
export function isLinkOver(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Makes this browser known to the account of the link, so that strangers' guesses do not keep it out. */
async function allowDevice(token: string): Promise<void> {
  await answer(api.POST("/api/auth/password-link/device", { body: { token } }));
}

/** The browser in which the link is opened is known from then on; it signs no one in. */
export function AllowDevice({ token, email }: { token: string; email: string }) {
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
