// Keeps the screens that sell and cook, so that the staff area opens without network. Only a page whose user is signed
// in asks for it; no answer of the API is kept here. Loaded by sw.js.

// What the build keeps here, and which records of the device's outbox its pages read; null while nothing is built.
self.STAFF_APP = null;
importScripts("/sw-staff-files.js");

const APP = "staff-app-";
/** The document of every address below /admin. It is kept last, so a cache that has it is whole. */
const APP_PAGE = "/admin/";
/** A server that has not answered by then is taken as not there. */
const APP_PATIENCE_MS = 3_000;

self.addEventListener("message", (event) => {
  if (event.data?.type === "keep-staff-app") event.waitUntil(keepStaffApp());
});

/** Keeps this build's files in the place of older builds', unless its pages could not read what is unsent. */
async function keepStaffApp() {
  await fetchStaffApp();
  await dropOlderApps();
}

async function fetchStaffApp() {
  const app = self.STAFF_APP;
  if (!app || !isReadable(await unsentFormats(), app.formats)) return;
  const cache = await caches.open(APP + app.version);
  for (const path of [...app.files, APP_PAGE]) {
    if (await cache.match(path)) continue;
    // What has its content in its name is the same in an older build.
    const kept = path.startsWith("/assets/") ? await caches.match(path) : undefined;
    const answer =
      kept ?? (await fetch(path, { cache: path.startsWith("/assets/") ? "default" : "reload" }));
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
    await cache.put(path, answer);
  }
}

/**
 * Drops the files of older builds once those of this one are whole. Those of the one before stay until the next: the
 * server has them no more, and a page that is still open loads parts of them later.
 */
async function dropOlderApps() {
  const [own, ...others] = await newestFirst();
  if (own !== ownCache() || !(await pageIn(own))) return;
  const whole = await Promise.all(others.map(pageIn));
  const before = others.find((_, at) => whole[at]);
  await Promise.all(others.filter((name) => name !== before).map((name) => caches.delete(name)));
}

/**
 * Fetches the files of a new worker's build where an older one has kept some. It belongs to the installing: while a worker
 * is activated, the pages wait for it, on a slow line for a minute.
 */
async function renewStaffApp() {
  if ((await staffCaches()).length > 0) await fetchStaffApp().catch(() => undefined);
}

async function staffCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(APP));
}

function ownCache() {
  return APP + self.STAFF_APP?.version;
}

/** This worker's build first, which may be an older one that the server went back to; then the others. */
async function newestFirst() {
  const names = (await staffCaches()).reverse();
  return [
    ...names.filter((name) => name === ownCache()),
    ...names.filter((name) => name !== ownCache()),
  ];
}

async function pageIn(name) {
  return await (await caches.open(name)).match(APP_PAGE);
}

/** A file of the app, as it is kept; null where it is not one. */
function staffFile(request, pathname) {
  const isOurs = self.registration?.scope?.endsWith("/admin/");
  if (!isOurs || request.method !== "GET" || !self.STAFF_APP) return null;
  if (!pathname.startsWith("/assets/") && !self.STAFF_APP.files.includes(pathname)) return null;
  return keptFile(request).then((kept) => kept ?? fetch(request));
}

/** What has no content in its name is the own build's. */
async function keptFile(request) {
  for (const name of await newestFirst()) {
    const kept = await (await caches.open(name)).match(request);
    if (kept) return kept;
  }
  return undefined;
}

/** A page below /admin: from the server where it answers, else the kept app; null where none is kept. */
async function staffPage(event) {
  const kept = await keptPage();
  if (!kept) return null;
  const asked = pageFromServer(event);
  const late = new Promise((resolve) => setTimeout(resolve, APP_PATIENCE_MS));
  const answer = await Promise.race([asked, late]).catch(() => undefined);
  return answer && (await mayTakeOver(answer)) ? answer : kept;
}

async function pageFromServer(event) {
  return (await event.preloadResponse) || (await fetch(event.request));
}

/** Of the newest build that is whole and can show what is unsent; where none can, of the newest. */
async function keptPage() {
  let newest = null;
  for (const name of await newestFirst()) {
    const page = await pageIn(name);
    if (page && (await mayTakeOver(page))) return page;
    newest ??= page ?? null;
  }
  return newest;
}

/** Whether a page can show what this device has not sent. A proxy without its server says nothing. */
async function mayTakeOver(answer) {
  if (answer.status >= 500) return false;
  const formats = await unsentFormats();
  if (formats.length === 0 || !answer.ok) return true;
  const [, readable = ""] =
    /<meta name="readable-formats" content="([\d ]*)"/.exec(await answer.clone().text()) ?? [];
  return isReadable(formats, readable.split(" ").map(Number));
}

function isReadable(formats, readable) {
  return formats.every((format) => readable.includes(format));
}

/** The formats of the orders that were not sent yet (device-storage.ts); none where there is no database. */
function unsentFormats() {
  return new Promise((resolve) => {
    if (!self.indexedDB) return resolve([]);
    const opening = self.indexedDB.open("chuckwagon");
    // It is not there, and is not to be made here: its page knows what belongs into it.
    opening.onupgradeneeded = () => opening.transaction.abort();
    opening.onerror = () => resolve([]);
    opening.onsuccess = () => {
      const database = opening.result;
      const close = (formats) => {
        database.close();
        resolve(formats);
      };
      if (!database.objectStoreNames.contains("orders")) return close([]);
      const all = database.transaction("orders").objectStore("orders").getAll();
      all.onsuccess = () => close(all.result.map(({ format }) => format));
      all.onerror = () => close([]);
    };
  });
}

// For sw.js.
self.staffApp = {
  renew: renewStaffApp,
  dropOlder: dropOlderApps,
  file: staffFile,
  page: staffPage,
};
