import { useEffect, useRef } from "react";

/**
 * For what a field does when it is left and what changes its height: at once after a key, at the end of a mouse press
 * that left it. Sooner, a button below would move while it is held down, and get no click. The function that it
 * returns is for `onBlur`.
 */
export function useOnLeave(act: () => void): () => void {
  const latest = useRef(act);
  const isHeld = useRef(false);
  const isLeft = useRef(false);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const press = () => {
      isHeld.current = true;
    };
    const release = () => {
      isHeld.current = false;
      if (isLeft.current) latest.current();
      isLeft.current = false;
    };
    window.addEventListener("pointerdown", press, true);
    window.addEventListener("pointerup", release, true);
    window.addEventListener("pointercancel", release, true);
    return () => {
      window.removeEventListener("pointerdown", press, true);
      window.removeEventListener("pointerup", release, true);
      window.removeEventListener("pointercancel", release, true);
    };
  }, []);
  return () => {
    if (isHeld.current) isLeft.current = true;
    else latest.current();
  };
}
