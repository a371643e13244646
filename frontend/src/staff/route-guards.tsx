import { lazy, type ReactNode, useDeferredValue } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { useSessionStore } from "@/staff/session/session";
import styles from "@/staff/shell/shell.module.css";
import { Button } from "@/ui/controls/button";
import { ErrorState } from "@/ui/feedback/empty-and-error-states";
import { Spinner } from "@/ui/feedback/spinner";
import { Stack } from "@/ui/layout";
import { signOut, useCurrentUser, useSession, verifySession } from "./session/session";

const RequiredFactorPage = lazy(async () => ({
  default: (await import("./sign-in/required-factor-page")).RequiredFactorPage,
}));

const DASHBOARD = "/admin/dashboard";

/** Lets signed-in users through who have the second factor that they need; everybody else signs in first. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { status, user } = useSession();
  const isShown = useDeferredValue(status) === "in";
  const endReason = useSessionStore((state) => state.endReason);
  const { pathname, search } = useLocation();
  if (status === "loading") return <Resolving />;
  if (status === "unknown") return <SessionUnknown />;
  if (status === "in") {
    // A whole screen: React draws it in slices, so that a slow phone answers taps meanwhile.
    if (!isShown) return <Resolving />;
    return user?.needsSecondFactor ? <RequiredFactorPage /> : children;
  }
  // A user who was interrupted goes on there; all others start at the dashboard.
  const from = endReason === "expired" ? pathname + search : null;
  // Without a session that ended, the browser has just loaded this page.
  const state = { from, isFirstScreen: endReason === null };
  return <Navigate to="/admin/login" replace state={state} />;
}

/** The sign-in screen is for signed-out users only. */
export function SignedOut({ children }: { children: ReactNode }) {
  const { status } = useSession();
  const isGreeting = useSessionStore((state) => state.isGreeting);
  const { state } = useLocation();
  if (status === "loading") return <Resolving />;
  if (status === "unknown") return <SessionUnknown />;
  if (status === "in" && !isGreeting) return <Navigate to={state?.from ?? DASHBOARD} replace />;
  return children;
}

/** For the screens of superadmins; inside `SignedIn`. */
export function SuperadminOnly() {
  const { role } = useCurrentUser();
  return role === "superadmin" ? <Outlet /> : <Navigate to={DASHBOARD} replace />;
}

function Resolving() {
  return (
    <Stack align="center" items="center" padding={4} className={styles.screen}>
      <Spinner label={m.common.loading} showLabel />
    </Stack>
  );
}

/** The server is down or answers nonsense: that signs no user out. */
function SessionUnknown() {
  const problem = useSessionStore((state) => state.problem);
  return (
    <Stack align="center" items="center" padding={4} className={styles.screen}>
      <ErrorState
        title={m.signIn.session.checkFailed}
        description={m.signIn.session.checkFailedHint({ errorMessage: errorMessage(problem) })}
        onRetry={() => void verifySession()}
        action={
          <Button variant="quiet" onClick={signOut}>
            {m.common.signOut}
          </Button>
        }
        headingLevel="h1"
      />
    </Stack>
  );
}
