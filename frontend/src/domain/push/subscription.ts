import type { components } from "@/domain/api/schema.gen";

export type Subscription = components["schemas"]["BrowserSubscription"];
export type PushConfig = components["schemas"]["PushConfig"];

/** Reads a subscription as browsers write it; null for anything else. */
export function readSubscription(text: string | null): Subscription | null {
  try {
    const { endpoint, keys } = JSON.parse(text ?? "null");
    const { p256dh, auth } = keys;
    const isWhole = [endpoint, p256dh, auth].every((part) => typeof part === "string");
    return isWhole ? { endpoint, keys: { p256dh, auth } } : null;
  } catch {
    return null;
  }
}
