import { Suspense } from "react";
import { Outlet, useLocation } from "react-router";
import styles from "./admin-layout.module.css";
import { AdminNav } from "./admin-nav";
import { ErrorBoundary } from "./error-boundary";
import { PageLoading } from "./page-loading";
import { useRouteFocus } from "./use-route-focus";

/** What is around every staff screen: the way to the others, and who is signed in. */
export function AdminLayout() {
  const { pathname } = useLocation();
  useRouteFocus();
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <AdminNav />
      <main id="main" tabIndex={-1} className={styles.main}>
        <ErrorBoundary key={pathname} comfort="You stay signed in.">
          <Suspense fallback={<PageLoading />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
    </div>
  );
}
