import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/**
 * After a change of page the focus goes to the content and the view to its top, as a full page load
 * would do. Going back keeps the browser's scroll position; anchors keep theirs.
 */
export function useRouteFocus(): void {
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
