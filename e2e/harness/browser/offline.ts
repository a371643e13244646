import type { Page } from "@playwright/test";

/** Waits until the service worker of the staff area answers for this page; gives the paths of the files it keeps. */
export function untilOfflinePageIsKept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { serviceWorker } = navigator;
    await serviceWorker.ready;
    if (!serviceWorker.controller) {
      await new Promise((resolve) => {
        serviceWorker.addEventListener("controllerchange", resolve, { once: true });
      });
    }
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests
      .flat()
      .map(({ url }) => new URL(url).pathname)
      .sort();
  });
}

/** Stops the service workers, as the browser does by itself after half a minute in which they had nothing to do. */
export async function stopServiceWorkers(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("ServiceWorker.enable");
  await devTools.send("ServiceWorker.stopAllWorkers");
  await devTools.detach();
}
