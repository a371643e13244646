import { Suspense } from "react";
import { Outlet } from "react-router";
import { Toaster } from "@/components/ui/toast";
import { PageLoading } from "./page-loading";
import styles from "./root-layout.module.css";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";
import { useRouteFocus } from "./use-route-focus";

export function RootLayout() {
  useRouteFocus();
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1} className={styles.main}>
        <Suspense fallback={<PageLoading />}>
          <Outlet />
        </Suspense>
      </main>
      <SiteFooter />
      <Toaster />
    </div>
  );
}
