import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Link, Outlet, useLocation, useNavigationType } from "react-router";
import { useIsLost } from "@/domain/offline/unsent-orders";
import { messages as m } from "@/messages";
import { currentLanguage } from "@/messages/language";
import { loadMessages } from "@/staff/load-messages";
import { connectProofs, useProofStore } from "@/staff/security/requests-waiting-for-proof";
import { connectSession } from "@/staff/session/session";
import { LinkProvider } from "@/ui/controls/router-link";
import { PageLoading } from "@/ui/feedback/skeletons";
import { ToastRegion } from "@/ui/feedback/toast-region";
import { Box, Stack } from "@/ui/layout";
import { ErrorBoundary } from "@/ui/layout/error-boundary";
import { AdminNav } from "./admin-nav";
import styles from "./shell.module.css";

/** What is around every staff screen: the way to the others, and who is signed in. */
export function AdminLayout() {
  const { pathname } = useLocation();
  useRouteFocus();
  const isLost = useIsLost();
  return (
    <Stack columns="fill" className={styles.shell}>
      <a className="skip-link" href="#main">
        {m.common.skipToContent}
      </a>
      <AdminNav />
      <Box as="main" full centered measure="page" id="main" tabIndex={-1} className={styles.main}>
        <ErrorBoundary
          key={pathname}
          reassurance={m.shell.staySignedIn}
          fallback={isLost ? <PageNotKept /> : null}
        >
          <Suspense fallback={<PageLoading />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </Box>
    </Stack>
  );
}

/** Without a connection a reload brings no page that this device has not kept. */
function PageNotKept() {
  return (
    <ErrorBoundary reassurance={m.shell.staySignedIn}>
      <Suspense>
        <NeedsConnection />
      </Suspense>
    </ErrorBoundary>
  );
}

const NeedsConnection = lazy(async () => {
  const [{ NeedsConnection }] = await Promise.all([
    import("./needs-connection"),
    loadMessages(currentLanguage(), ["unsent"]),
  ]);
  return { default: NeedsConnection };
});

/** Kitchen and counter take the whole screen, edge to edge; the way out is in the page's own header. */
export function WholeScreenLayout() {
  const { pathname } = useLocation();
  useRouteFocus();
  return (
    <main id="main" tabIndex={-1} className={styles.wholeScreen}>
      <ErrorBoundary key={pathname} reassurance={m.shell.staySignedIn}>
        <Suspense fallback={<PageLoading />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
    </main>
  );
}

/**
 * After a change of page the focus goes to the content and the view to its top, as a full page load
 * would do. Going back keeps the browser's scroll position; anchors keep theirs.
 */
function useRouteFocus(): void {
  const { pathname, hash } = useLocation();
  const navigationType = useNavigationType();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (hash) return;
    document.getElementById("main")?.focus({ preventScroll: true });
    if (navigationType !== "POP") window.scrollTo(0, 0);
  }, [pathname, hash, navigationType]);
}

const ProofDialog = lazy(async () => ({
  default: (await import("@/staff/security/proof-dialog")).ProofDialog,
}));

/** Connects the session before the first guard reads it, and holds what every staff screen shares. */
export function StaffRoot() {
  const queryClient = useQueryClient();
  useState(() => connectSession(queryClient));
  useState(connectProofs);
  useEffect(keepOfflinePage, []);
  return (
    <LinkProvider value={Link}>
      <ErrorBoundary reassurance={m.shell.staySignedIn}>
        <Suspense fallback={<PageLoading />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
      <AskedProof />
      <ToastRegion />
    </LinkProvider>
  );
}

/** The dialog is loaded when a request first needs a proof, and stays for its closing motion. */
function AskedProof() {
  const { isAsking } = useProofStore();
  const [wasAsked, setWasAsked] = useState(isAsking);
  if (isAsking && !wasAsked) setWasAsked(true);
  return wasAsked ? (
    <Suspense>
      <ProofDialog />
    </Suspense>
  ) : null;
}

/**
 * Lets a staff screen that cannot be reached say so itself, where the browser would show its own
 * error. Only below /admin: customers' pages are never touched.
 */
function keepOfflinePage(): void {
  // Missing without TLS, and of no use while the screens are being built.
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker
    .register("/sw.js", { scope: "/admin/", updateViaCache: "none" })
    .catch(() => {
      // A browser that forbids it shows its own page.
    });
}
