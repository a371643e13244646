import { useRef } from "react";
import { ApiError } from "./errors";

/**
 * One idempotency key per submitted form. A submission whose outcome is unknown is repeated under its own key,
 * because the server may have carried it out.
 */
export function useIdempotencyKey() {
  const unanswered = useRef<{ fingerprint: string; value: string } | null>(null);
  return (fingerprint: string) => {
    if (unanswered.current?.fingerprint !== fingerprint) {
      unanswered.current = { fingerprint, value: randomKey() };
    }
    const release = () => {
      unanswered.current = null;
    };
    const releaseAfter = (error: unknown) => {
      if (isOutcomeKnown(error)) release();
    };
    return { value: unanswered.current.value, release, releaseAfter };
  };
}

/** crypto.randomUUID needs a secure context, which a phone on the truck's own network may not have. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Whether it is known what became of a failed call: the server itself refused it. After a 5xx, an answer of
 * a proxy or an answer that cannot be read, it may have been carried out.
 */
export function isOutcomeKnown(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.fromServer;
}
