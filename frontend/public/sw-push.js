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

// The server may not have answered then: as a page opens, what it does not know yet is reported again.
self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.waitUntil(reportAgain().catch(() => undefined));
});

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
    (page) => page.visibilityState === "visible" && isShown(page, address),
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
  const page = (await windows()).find((one) => isShown(one, address));
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

/** A page with more parameters, such as a filter, shows it too; one of another truck does not. */
function isShown(page, address) {
  const { pathname, searchParams } = new URL(page.url);
  const parameters = [...address.searchParams];
  return (
    pathname === address.pathname &&
    parameters.every(([name, value]) => searchParams.get(name) === value)
  );
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
  await report(oldEndpoint, subscription, kept?.key);
}

async function reportAgain() {
  const kept = await keptSubscription();
  if (!kept) return;
  const subscription = await self.registration.pushManager.getSubscription();
  if (subscription && subscription.endpoint !== kept.endpoint)
    await report(kept.endpoint, subscription, kept.key);
}

/** The old endpoint is kept until the server has taken the new one, because only it finds the device there. */
async function report(oldEndpoint, subscription, key) {
  const { endpoint, keys } = subscription.toJSON();
  const response = await fetch("/api/push/renewals", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ oldEndpoint, subscription: { endpoint, keys } }),
  });
  if (!response.ok) return;
  const cache = await caches.open(SUBSCRIPTION);
  await cache.put(keptAddress(), Response.json({ endpoint, key }));
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
