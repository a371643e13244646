import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { ApiError } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { ButtonLink } from "@/ui/controls/button";
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

/** Whether the server said that the link was used, is over or never was. */
export function isLinkOver(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
