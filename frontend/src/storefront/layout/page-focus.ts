import { useEffect, useRef } from "react";
import { type AroundNavHandler, useLocation } from "wouter";

/** Moves the focus to the content after a change of page, as a full page load would. */
export function usePageFocus(): void {
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
