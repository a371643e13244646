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

/** The base address; what the page says at run time wins over what was built in. */
export function apiBaseUrl(): string {
  const candidates = [
    window.__CHUCKWAGON__?.apiBaseUrl,
    document.querySelector<HTMLMetaElement>('meta[name="chuckwagon-api"]')?.content,
    import.meta.env.VITE_API_BASE_URL as string | undefined,
  ];
  return normaliseApiBase(candidates.find((candidate) => candidate?.trim()));
}
