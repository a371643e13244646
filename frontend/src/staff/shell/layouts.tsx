import { Suspense, useEffect, useRef } from "react";
import { Outlet, useLocation, useNavigationType } from "react-router";
import { messages as m } from "@/messages";
import { Box, Stack } from "@/ui/layout";
import { ErrorBoundary, PageLoading } from "@/ui/layout/page-states";
import { AdminNav } from "./admin-nav";
import styles from "./shell.module.css";

/** What is around every staff screen: the way to the others, and who is signed in. */
export function AdminLayout() {
  const { pathname } = useLocation();
  useRouteFocus();
  return (
    <Stack columns="fill" className={styles.shell}>
      <a className="skip-link" href="#main">
        {m.common.skipToContent}
      </a>
      <AdminNav />
      <Box as="main" full centered measure="page" id="main" tabIndex={-1} className={styles.main}>
        <ErrorBoundary key={pathname} reassurance={m.shell.staySignedIn}>
          <Suspense fallback={<PageLoading />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </Box>
    </Stack>
  );
}

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
