/** Where the API lives: the backend's host and /api, settable when built and when run. */

declare global {
  interface Window {
    __CHUCKWAGON__?: { apiBaseUrl?: string };
  }
}

/** Trims, drops trailing slashes and appends /api when it is missing; nothing given is the same origin. */
export function normaliseApiBase(address: string | null | undefined): string {
  const host = (address ?? "").trim().replace(/\/+$/, "");
  return host.endsWith("/api") ? host : `${host}/api`;
}

/** The base address; what the page says at run time wins over what was built in. The server draws pages without one. */
export function apiBaseUrl(): string {
  const candidates = [
    ...(typeof window === "undefined" ? [] : addressesOfPage()),
    import.meta.env.VITE_API_BASE_URL as string | undefined,
  ];
  return normaliseApiBase(candidates.find((candidate) => candidate?.trim()));
}

function addressesOfPage(): (string | undefined)[] {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="chuckwagon-api"]');
  return [window.__CHUCKWAGON__?.apiBaseUrl, meta?.content];
}

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
