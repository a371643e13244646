import { Suspense } from "react";
import { Outlet } from "react-router";
import { ErrorBoundary } from "./error-boundary";
import styles from "./kitchen-layout.module.css";
import { PageLoading } from "./page-loading";
import { useRouteFocus } from "./use-route-focus";

/** The kitchen's tablet shows tickets from edge to edge; the way out is in the page's own header. */
export function KitchenLayout() {
  useRouteFocus();
  return (
    <main id="main" tabIndex={-1} className={styles.main}>
      <ErrorBoundary comfort="You stay signed in.">
        <Suspense fallback={<PageLoading />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
    </main>
  );
}
