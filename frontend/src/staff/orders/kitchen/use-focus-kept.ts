import { type RefObject, useEffect, useRef } from "react";

/**
 * The button that had the focus goes when its ticket moves to the shelf or leaves. The board takes
 * the focus then, never the next ticket's button: a press that came late would move the wrong order.
 */
export function useFocusKept(board: RefObject<HTMLElement | null>): void {
  const hadFocus = useRef(false);
  useEffect(() => {
    const element = board.current;
    if (!element) return;
    const note = () => {
      hadFocus.current = true;
    };
    const forget = (event: FocusEvent) => {
      // An element that is taken away has no next one.
      if (event.relatedTarget) hadFocus.current = element.contains(event.relatedTarget as Node);
    };
    element.addEventListener("focusin", note);
    element.addEventListener("focusout", forget);
    return () => {
      element.removeEventListener("focusin", note);
      element.removeEventListener("focusout", forget);
    };
  }, [board]);
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) {
      board.current?.focus({ preventScroll: true });
    }
  });
}
