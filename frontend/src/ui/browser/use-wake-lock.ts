import { useEffect } from "react";

/**
 * Keeps the screen of the tablet on while the page is open. The browser lets go whenever the page is
 * hidden, so it is asked again each time the page is visible again.
 */
export function useWakeLock(): void {
  useEffect(() => {
    let isMounted = true;
    let lock: WakeLockSentinel | null = null;

    async function hold(): Promise<void> {
      if (document.visibilityState !== "visible" || (lock && !lock.released)) return;
      try {
        lock = (await navigator.wakeLock?.request("screen")) ?? null;
      } catch {
        // A low battery, for instance. The page works all the same.
      }
      if (!isMounted) void lock?.release();
    }

    void hold();
    const askAgain = () => void hold();
    document.addEventListener("visibilitychange", askAgain);
    return () => {
      isMounted = false;
      document.removeEventListener("visibilitychange", askAgain);
      void lock?.release();
    };
  }, []);
}
