import { expect, type Page } from "@playwright/test";

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

/** Waits until the screens that sell and cook, and what this device knows, are kept for a visit without network. */
export async function untilStaffAppIsKept(page: Page): Promise<void> {
  await untilOfflinePageIsKept(page);
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const names = (await caches.keys()).filter((name) => name.startsWith("staff-app-"));
        const pages = names.map(async (name) => (await caches.open(name)).match("/admin/"));
        return (await Promise.all(pages)).some(Boolean);
      }),
    )
    .toBe(true);
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const opening = indexedDB.open("chuckwagon");
            opening.onupgradeneeded = () => opening.transaction?.abort();
            opening.onerror = () => resolve(0);
            opening.onsuccess = () => {
              const count = opening.result.transaction("known").objectStore("known").count();
              count.onsuccess = () => {
                opening.result.close();
                resolve(count.result);
              };
            };
          }),
      ),
    )
    .toBe(1);
}

/** Stops the service workers, as the browser does by itself after half a minute in which they had nothing to do. */
export async function stopServiceWorkers(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("ServiceWorker.enable");
  await devTools.send("ServiceWorker.stopAllWorkers");
  await devTools.detach();
}

/** From now on this page's browser has no room for anything, or has it again. What lies there can be read and deleted. */
export async function setStorageFull(page: Page, isFull: boolean): Promise<void> {
  await page.evaluate((full) => {
    const writers = [
      [IDBObjectStore.prototype, "put"],
      [IDBObjectStore.prototype, "add"],
      [Storage.prototype, "setItem"],
    ] as const;
    for (const [owner, name] of writers) {
      const kept = Symbol.for(`native ${name}`);
      const native = Reflect.get(owner, kept) ?? Reflect.get(owner, name);
      Reflect.set(owner, kept, native);
      const refuse = () => {
        throw new DOMException("There is no room.", "QuotaExceededError");
      };
      Reflect.set(owner, name, full ? refuse : native);
    }
  }, isFull);
}

/** All that a person could read out of the browser's storage, but for the words of the screens. */
export function storedText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const found: unknown[] = [
      JSON.stringify({ ...window.localStorage }),
      JSON.stringify({ ...window.sessionStorage }),
    ];
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open("chuckwagon");
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    for (const store of database.objectStoreNames) {
      const rows = await new Promise<unknown[]>((resolve) => {
        const all = database.transaction(store).objectStore(store).getAll();
        all.onsuccess = () => resolve(all.result);
      });
      for (const row of rows) {
        for (const value of Object.values(row as object)) {
          if (value instanceof ArrayBuffer) found.push(new TextDecoder().decode(value));
          else found.push(JSON.stringify(value));
        }
      }
    }
    database.close();
    return found.join("\n");
  });
}
