import { apiBaseUrl } from "./base-url";

/**
 * Sends what no one waits for, once: whatever comes of it is of no interest to the page. It goes without the session,
 * because whose page it was is of no interest to the server, and survives a page that is being left.
 */
export function sendAndForget(path: string, body: object): void {
  try {
    fetch(apiBaseUrl() + path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      credentials: "omit",
      keepalive: true,
    }).catch(() => undefined);
  } catch {
    // A browser that refuses to send has nothing to tell.
  }
}
