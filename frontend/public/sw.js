// Answers a page that cannot be reached: below /admin with the staff app where that is kept (sw-staff.js), else with a page
// that says so; elsewhere with the customers', which shows the menu last seen. Every page and call comes from the
// server as long as it answers, so that no one works with an old deployment. The menus are not kept here: the storefront writes them (keep-offline.ts).

importScripts("/sw-push.js", "/sw-staff.js");

// The name changes with the files, which makes the browser load them again.
const CACHE = "offline-12646611d637c426";
const STAFF_PAGE = "/offline.html";
const CUSTOMERS_PAGE = "/offline-menu.html";
const FILES = [
  STAFF_PAGE,
  CUSTOMERS_PAGE,
  "/offline.css",
  "/offline.js",
  "/offline-menu.css",
  "/offline-menu.js",
];
// Addresses that are no screens: the browser says itself that they cannot be reached.
const NO_SCREEN = /^\/(api|health|uploads)(\/|$)/;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  // Calls pass this worker by where the browser can do that: one that a page sends as it closes would be lost while
  // a stopped worker starts.
  event.addRoutes?.({ condition: { urlPattern: "/api/*" }, source: "network" });
  event.waitUntil(Promise.all([keepFiles(), self.staffApp.renew()]));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    Promise.all([dropOldFiles(), preload(), self.staffApp.dropOlder()]).then(() =>
      self.clients.claim(),
    ),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (request.method === "GET" && !NO_SCREEN.test(pathname)) {
      event.respondWith(pageFor(event, pathname));
    }
    return;
  }
  if (FILES.includes(pathname)) return event.respondWith(orKept(event, pathname));
  const kept = self.staffApp.file(request, pathname);
  if (kept) event.respondWith(kept);
});

async function pageFor(event, pathname) {
  if (!/^\/admin(\/|$)/.test(pathname)) return await orKept(event, CUSTOMERS_PAGE);
  return (await self.staffApp.page(event)) ?? (await orKept(event, STAFF_PAGE));
}

async function orKept(event, path) {
  try {
    return (await event.preloadResponse) || (await fetch(event.request));
  } catch (error) {
    const kept = await caches.match(path);
    if (!kept) throw error;
    return kept;
  }
}

/** Pages are asked for while this worker still starts, where the browser can do that. */
async function preload() {
  await self.registration.navigationPreload?.enable();
}

async function keepFiles() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((path) => new Request(path, { cache: "reload" })));
}

async function dropOldFiles() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("offline-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}
