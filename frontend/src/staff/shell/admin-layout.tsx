import { Suspense } from "react";
import { Outlet, useLocation } from "react-router";
import { messages as m } from "@/messages";
import { Box, Stack } from "@/ui/layout";
import { ErrorBoundary, PageLoading } from "@/ui/layout/page-states";
import { AdminNav } from "./admin-nav";
import styles from "./shell.module.css";
import { useRouteFocus } from "./use-route-focus";

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
