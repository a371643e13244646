import { useEffect } from "react";

const FLASH_MS = 1_000;

/** Lets the tab's title alternate with a text, so that it is noticed among other tabs; null rests. */
export function useFlashingTitle(text: string | null): void {
  useEffect(() => {
    if (text === null) return;
    let usual = document.title;
    const flash = () => {
      if (document.title === text) document.title = usual;
      else {
        // The screen may have been given another title meanwhile.
        usual = document.title;
        document.title = text;
      }
    };
    flash();
    const timer = setInterval(flash, FLASH_MS);
    return () => {
      clearInterval(timer);
      if (document.title === text) document.title = usual;
    };
  }, [text]);
}
