/**
 * Whether this browser can be told by push. `install`: on an iPhone or iPad only an app on the Home Screen can.
 * `denied`: the user has forbidden it, and only the browser's settings can undo that.
 */
export type PushSupport = "ready" | "denied" | "install" | "missing";

export function pushSupport(): PushSupport {
  const canShow = "Notification" in window && "serviceWorker" in navigator;
  if (!canShow || !("PushManager" in window)) return isIos() ? "install" : "missing";
  return Notification.permission === "denied" ? "denied" : "ready";
}

/**
 * Whether a push would be shown now. A browser that has forgotten its user's yes, as with the site's data, shows none,
 * whatever the server knows of it.
 */
export function showsPushes(): boolean {
  return pushSupport() === "ready" && Notification.permission === "granted";
}

/** An iPad calls itself a Mac, but no Mac has a touch screen. */
function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes("Mac") && maxTouchPoints > 1);
}
