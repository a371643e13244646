// Answers a page of the staff area that cannot be reached with one that says so. Nothing else is
// kept: every page, script and call comes from the server, so that nobody works with an old one.

// The name changes with the files, which makes the browser take them anew.
const CACHE = "offline-809f67d8ac8bb7b3";
const FILES = ["/offline.html", "/offline.css", "/offline.js"];

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepFiles());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOldFiles().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.mode === "navigate") event.respondWith(orKept(request, "/offline.html"));
  else if (origin === self.location.origin && FILES.includes(pathname)) {
    event.respondWith(orKept(request, pathname));
  }
});

async function orKept(request, path) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(path);
    if (!kept) throw error;
    return kept;
  }
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
