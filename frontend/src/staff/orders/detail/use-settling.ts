import { useEffect, useRef, useState } from "react";

/** As long as a hand needs to notice that the tickets have moved. */
const SETTLE_MS = 350;

/** True for a moment after the places of the tickets have changed: a tap then was meant for another. */
export function useSettling(places: string): boolean {
  const before = useRef(places);
  const [isSettling, setSettling] = useState(false);
  useEffect(() => {
    if (before.current === places) return;
    before.current = places;
    setSettling(true);
    const timer = setTimeout(() => setSettling(false), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [places]);
  return isSettling;
}
