import { useEffect, useRef, useState } from "react";

/**
 * Takes the focus to the first field that is wrong, in the order of the screen; the form library
 * goes by the order of registration, which differs once rows have been moved. When no field is
 * wrong it goes back to the button, which lost it while it was busy.
 */
export function useFirstInvalid() {
  const form = useRef<HTMLFormElement>(null);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked === 0) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (field ?? form.current?.querySelector<HTMLElement>("[type=submit]"))?.focus();
    field?.scrollIntoView?.({ block: "center" });
  }, [asked]);
  return { form, focusFirstInvalid: () => setAsked((count) => count + 1) };
}
