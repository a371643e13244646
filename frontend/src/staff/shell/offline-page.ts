/**
 * Lets a staff screen that cannot be reached say so itself, where the browser would show its own
 * error. Only below /admin: customers' pages are never touched.
 */
export function keepOfflinePage(): void {
  // Missing without TLS, and of no use while the screens are being built.
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker
    .register("/sw.js", { scope: "/admin/", updateViaCache: "none" })
    .catch(() => {
      // A browser that forbids it shows its own page.
    });
}
