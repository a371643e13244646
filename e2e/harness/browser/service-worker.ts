/** What the browser does for a page's service worker, steered by the browser's own protocol. */
import type { Page } from "@playwright/test";

/** Hands a message to the service worker of this scope, as the browser's push service would. */
export async function deliverPush(page: Page, scope: string, message: object): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const wanted = registrations.find(({ scopeURL }) => scopeURL === scope);
      if (wanted) resolve(wanted.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await found;
  const { origin } = new URL(scope);
  const data = JSON.stringify(message);
  await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
  await session.detach();
}

/** The titles and texts of the notifications that are shown for this scope. */
export async function shownNotifications(page: Page, scope: string): Promise<string[]> {
  return await page.evaluate(async (address) => {
    const registration = await navigator.serviceWorker.getRegistration(address);
    const shown = (await registration?.getNotifications()) ?? [];
    return shown.map(({ title, body }) => `${title}: ${body}`);
  }, scope);
}
