// Shows what the product pushes, and opens what it is about. Loaded by sw.js.

const ICON = "/icon-192.png";
const SUBSCRIPTION = "push-subscription";

self.addEventListener("push", (event) => event.waitUntil(show(read(event.data))));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url));
});

// The browser has replaced the subscription while no page was open.
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

/** A browser wants a notification for every push, so one that cannot be read shows the product's name. */
function read(data) {
  try {
    const { title, body, tag, url, lang } = data.json();
    return { title: String(title), body, tag, url, lang };
  } catch {
    return { title: "Chuckwagon", body: "", tag: "unreadable", url: "/" };
  }
}

async function show({ title, body, tag, url, lang }) {
  const address = ownAddress(url);
  const seen = (await windows()).some(
    (page) => page.visibilityState === "visible" && pathOf(page) === address.pathname,
  );
  await self.registration.showNotification(title, {
    body,
    tag,
    lang,
    icon: ICON,
    // A later message about the same order replaces the first one, and is heard.
    renotify: true,
    // A page that is being looked at says it itself.
    silent: seen,
    data: { url: address.pathname + address.search },
  });
}

async function open(url) {
  const address = ownAddress(url);
  const page = (await windows()).find((one) => pathOf(one) === address.pathname);
  if (page) await page.focus();
  else await self.clients.openWindow(address.pathname + address.search);
}

/** Never another site, whatever the message says. */
function ownAddress(url) {
  const { origin } = self.location;
  try {
    const address = new URL(url, origin);
    return address.origin === origin ? address : new URL("/", origin);
  } catch {
    return new URL("/", origin);
  }
}

async function windows() {
  return await self.clients.matchAll({ type: "window", includeUncontrolled: true });
}

function pathOf(page) {
  return new URL(page.url).pathname;
}

async function renew(event) {
  const kept = await keptSubscription();
  const oldEndpoint = event.oldSubscription?.endpoint ?? kept?.endpoint;
  const applicationServerKey = event.oldSubscription?.options.applicationServerKey ?? kept?.key;
  if (!oldEndpoint || !applicationServerKey) return;
  const subscription =
    event.newSubscription ??
    (await self.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey,
    }));
  const { endpoint, keys } = subscription.toJSON();
  await fetch("/api/push/renewals", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ oldEndpoint, subscription: { endpoint, keys } }),
  });
  const cache = await caches.open(SUBSCRIPTION);
  await cache.put(keptAddress(), Response.json({ endpoint, key: kept?.key }));
}

/** The page keeps what this worker needs when the browser does not say what was replaced. */
async function keptSubscription() {
  const kept = await (await caches.open(SUBSCRIPTION)).match(keptAddress());
  return kept ? await kept.json() : null;
}

/** The two entries have a worker each. */
function keptAddress() {
  return new URL("push-subscription", self.registration.scope).href;
}
