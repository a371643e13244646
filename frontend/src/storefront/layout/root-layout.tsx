import { Suspense, useEffect } from "react";
import { Outlet, useLocation } from "react-router";
import { Toaster } from "@/components/ui/toast";
import { repeatEarlyTaps } from "@/lib/early-taps";
import { ErrorBoundary } from "./error-boundary";
import { PageLoading } from "./page-loading";
import styles from "./root-layout.module.css";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";
import { useRouteFocus } from "./use-route-focus";

export function RootLayout() {
  const { pathname } = useLocation();
  useRouteFocus();
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1} className={styles.main}>
        {/* Another address gets a fresh page, not a reused one, and a new chance after a failure. */}
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<PageLoading />}>
            <Outlet />
            <EarlyTaps />
          </Suspense>
        </ErrorBoundary>
      </main>
      <SiteFooter />
      <Toaster />
    </div>
  );
}

/** Beside the page, so that its buttons answer when this one's turn comes. */
function EarlyTaps() {
  useEffect(repeatEarlyTaps, []);
  return null;
}
