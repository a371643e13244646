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
