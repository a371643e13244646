import { type RefObject, useEffect, useEffectEvent } from "react";

/** Takes over what was typed into a field of the server's page before hydration, of which React hears nothing. */
export function useEarlyText(
  field: RefObject<HTMLInputElement | null>,
  value: string,
  onText: (text: string) => void,
): void {
  const takeOver = useEffectEvent(() => {
    const typed = field.current?.value ?? value;
    if (typed !== value) onText(typed);
  });
  useEffect(() => takeOver(), []);
}
