import { Suspense } from "react";
import { Outlet } from "react-router";
import { messages as m } from "@/messages";
import { ErrorBoundary, PageLoading } from "@/ui/layout/page-states";
import styles from "./shell.module.css";
import { useRouteFocus } from "./use-route-focus";

/** The kitchen's tablet shows tickets from edge to edge; the way out is in the page's own header. */
export function KitchenLayout() {
  useRouteFocus();
  return (
    <main id="main" tabIndex={-1} className={styles.kitchenLayoutMain}>
      <ErrorBoundary reassurance={m.shell.staySignedIn}>
        <Suspense fallback={<PageLoading />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
    </main>
  );
}
