/** What the browser does for a page's service worker, steered by the browser's own protocol. */
import { expect, type Page } from "@playwright/test";

/**
 * Hands a message to the service worker of this scope until it shows one, as a push service repeats what a device did
 * not take: the browser never tells whether a worker that was just stopping, or slow to start, has got it. The tag of
 * the message makes a second one harmless.
 */
export async function deliverPush(page: Page, scope: string, message: object): Promise<void> {
  await waitForWorker(page, scope);
  const session = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const wanted = registrations.find((each) => each.scopeURL === scope && !each.isDeleted);
      if (wanted) resolve(wanted.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await found;
  const { origin } = new URL(scope);
  const data = JSON.stringify(message);
  let isFirst = true;
  await expect(async () => {
    // One that hangs in its start would hang with the next message, too.
    if (!isFirst) await session.send("ServiceWorker.stopAllWorkers");
    isFirst = false;
    await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
    const isShown = async () => (await shownNotifications(page, scope)).length > 0;
    await expect.poll(isShown, { timeout: 10_000 }).toBe(true);
  }).toPass({ timeout: 60_000 });
  await session.detach();
}

/** Waits until the service worker of this scope is active; one whose last page closes before may never be. */
export async function waitForWorker(page: Page, scope: string): Promise<void> {
  await expect.poll(() => page.evaluate(stateOfWorker, scope)).toBe("activated");
}

async function stateOfWorker(scope: string): Promise<string | undefined> {
  const registration = await navigator.serviceWorker.getRegistration(scope);
  return registration?.active?.state;
}

/** The titles and texts of the notifications that are shown for this scope. */
export async function shownNotifications(page: Page, scope: string): Promise<string[]> {
  return await page.evaluate(async (address) => {
    const registration = await navigator.serviceWorker.getRegistration(address);
    const shown = (await registration?.getNotifications()) ?? [];
    return shown.map(({ title, body }) => `${title}: ${body}`);
  }, scope);
}
