import { useEffect, useState } from "react";

const WAIT_MS = 250;

/** A text once nobody has changed it for a moment, so that the server is not asked at every letter. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), WAIT_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
