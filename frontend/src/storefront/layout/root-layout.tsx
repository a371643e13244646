import { type ReactNode, Suspense, useEffect, useSyncExternalStore } from "react";
import { Link, useLocation } from "wouter";
import { messages as m } from "@/messages";
import { replayEarlyClicksIfAllIsLoaded } from "@/ui/browser/early-clicks";
import { LinkProvider } from "@/ui/controls/router-link";
import { NoticeBar } from "@/ui/feedback/notice-bar";
import { ToastRegion } from "@/ui/feedback/toast-region";
import { ErrorBoundary, PageLoading } from "@/ui/layout/page-states";
import styles from "./layout.module.css";
import { usePageFocus } from "./page-start";
import { SiteHeader } from "./site-header";

export function RootLayout({ children }: { children: ReactNode }) {
  const [pathname] = useLocation();
  usePageFocus();
  return (
    <LinkProvider value={Link}>
      <div className={styles.shell}>
        <a className="skip-link" href="#main">
          {m.common.skipToContent}
        </a>
        <SiteHeader />
        <div className={styles.note}>
          <OfflineNote />
        </div>
        <main id="main" tabIndex={-1} className={styles.main}>
          {/* Another address gets a fresh page, not a reused one, and a new chance after a failure. */}
          <ErrorBoundary key={pathname}>
            <Suspense fallback={<PageLoading />}>
              {children}
              <EarlyClicks />
            </Suspense>
          </ErrorBoundary>
        </main>
        <SiteFooter />
        <ToastRegion />
      </div>
    </LinkProvider>
  );
}

/** Rendered after the page, so that its buttons are hydrated when the clicks are replayed. */
function EarlyClicks() {
  useEffect(replayEarlyClicksIfAllIsLoaded, []);
  return null;
}

/** Said over an open page for as long as the device has no network: nothing on it is live. */
function OfflineNote() {
  return useOnline() ? null : <NoticeBar tone="warning">{m.site.offline}</NoticeBar>;
}

export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, readOnline, assumeOnline);
}

const readOnline = () => navigator.onLine;
/** Where the page's first image is drawn. */
const assumeOnline = () => true;

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

function SiteFooter() {
  return (
    <footer className={styles.footer}>
      <div className={styles.row}>
        <p>{m.site.tagline}</p>
        <Link to="/" className={styles.link}>
          {m.common.allTrucks}
        </Link>
      </div>
    </footer>
  );
}
