import { useRef } from "react";

/**
 * One key per submitted form. Only a submission whose answer never came is repeated under its own
 * key, since the server may have carried it out.
 */
export function useIdempotencyKey() {
  const unanswered = useRef<{ print: string; value: string } | null>(null);
  return (print: string) => {
    if (unanswered.current?.print !== print) {
      unanswered.current = { print, value: randomKey() };
    }
    const settle = () => {
      unanswered.current = null;
    };
    return { value: unanswered.current.value, settle };
  };
}

/** crypto.randomUUID needs a secure context, which a phone on the truck's own network may not have. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
