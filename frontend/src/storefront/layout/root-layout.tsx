import { type ReactNode, Suspense, useEffect, useRef } from "react";
import type { AroundNavHandler } from "wouter";
import { Link, useLocation } from "wouter";
import { useOnline } from "@/domain/live/online-and-server-reached";
import { messages as m } from "@/messages";
import { useSavedOrders } from "@/storefront/my-orders/saved-orders";
import { replayEarlyClicksIfAllIsLoaded } from "@/ui/browser/early-clicks";
import { LanguageSwitch, ThemeSwitch } from "@/ui/controls/language-and-theme";
import { LinkProvider } from "@/ui/controls/router-link";
import { NoticeBar } from "@/ui/feedback/notice-bar";
import { PageLoading } from "@/ui/feedback/skeletons";
import { ToastRegion } from "@/ui/feedback/toast-region";
import { BagIcon } from "@/ui/icons/first-page-icons";
import { ErrorBoundary } from "@/ui/layout/error-boundary";
import styles from "./layout.module.css";

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

function SiteFooter() {
  return (
    <footer className={styles.footer}>
      <div className={styles.row}>
        <Link to="/" className={styles.link}>
          {m.common.allTrucks}
        </Link>
      </div>
    </footer>
  );
}

function SiteHeader() {
  return (
    <header className={styles.header}>
      <div className={styles.headerRow}>
        <Link to="/" className="brand">
          <img src="/favicon.svg" alt="" width="32" height="32" />
          <span>{m.common.appName}</span>
        </Link>
        <div className={styles.switches}>
          <MyOrdersLink />
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </div>
    </header>
  );
}

/** The way to the orders of this device, as soon as there is one. On a small phone it is an icon. */
function MyOrdersLink() {
  if (useSavedOrders().length === 0) return null;
  return (
    <Link to="/orders" className={styles.orders}>
      <BagIcon />
      <span className={styles.name}>{m.common.myOrders}</span>
    </Link>
  );
}

/** Moves the focus to the content after a change of page, as a full page load would. */
function usePageFocus(): void {
  const [pathname] = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname]);
}

/** Shows a new page from its top. The way back keeps the browser's scroll position. */
export const showFromTop: AroundNavHandler = (navigate, to, options) => {
  const before = window.location.pathname;
  navigate(to, options);
  if (window.location.pathname !== before) window.scrollTo(0, 0);
};
