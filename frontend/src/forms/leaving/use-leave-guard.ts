import { useCallback, useEffect } from "react";
import { type BlockerFunction, useBlocker } from "react-router";

let isLeaving = false;

/** Navigates without the question: the record was saved or deleted, so there is nothing left to lose. */
export function leaveUnasked(navigate: () => void): void {
  isLeaving = true;
  navigate();
}

/** Asks before a page with unsaved changes is left: by a link, by back and forward, by closing the tab. */
export function useLeaveGuard(isDirty: boolean) {
  useEffect(() => {
    isLeaving = false;
  }, []);
  const shouldBlock = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) =>
      isDirty && !isLeaving && currentLocation.pathname !== nextLocation.pathname,
    [isDirty],
  );
  const blocker = useBlocker(shouldBlock);
  useUnloadQuestion(isDirty);
  return {
    /** Whether the question is open. */
    isHeld: blocker.state === "blocked",
    proceed: () => {
      isLeaving = true;
      blocker.proceed?.();
    },
    stay: () => blocker.reset?.(),
  };
}

function useUnloadQuestion(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isLeaving) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isDirty]);
}
