import { useRef } from "react";
import { isOutcomeKnown } from "@/api/errors";

/**
 * One key per submitted form. A submission of which nobody knows what became of it is repeated under its own
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
    const settleAfter = (error: unknown) => {
      if (isOutcomeKnown(error)) settle();
    };
    return { value: unanswered.current.value, settle, settleAfter };
  };
}

/** crypto.randomUUID needs a secure context, which a phone on the truck's own network may not have. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
