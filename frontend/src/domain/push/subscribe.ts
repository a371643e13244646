import { subscribeAtStandIn } from "./stand-in";
import { type PushConfig, readSubscription, type Subscription } from "./subscription";

/** Each entry has a service worker of its own, and with it a subscription. */
export type PushScope = "/" | "/admin/";

/** The user, or the browser's settings, said no. */
export class PushDenied extends Error {}

/**
 * Asks for permission, which a browser allows only right after a press, and subscribes. Returns what the server needs
 * to push to this browser. Throws PushDenied.
 */
export async function subscribe(push: PushConfig, scope: PushScope): Promise<Subscription> {
  if ((await Notification.requestPermission()) !== "granted") throw new PushDenied();
  const { publicKey, standInUrl } = push;
  if (standInUrl) return await subscribeAtStandIn(standInUrl, publicKey, scope);
  const registration = await activeWorker(scope);
  const made = await subscribeAnew(registration.pushManager, publicKey);
  const subscription = readSubscription(JSON.stringify(made));
  if (!subscription) throw new Error("The browser's subscription has no keys");
  await keepForWorker(registration.scope, subscription.endpoint, publicKey);
  return subscription;
}

/** A subscription with an older key of the server has to end before there can be one with the present key. */
async function subscribeAnew(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await manager.subscribe(options);
  } catch (error) {
    const old = await manager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return await manager.subscribe(options);
  }
}

async function activeWorker(scope: PushScope): Promise<ServiceWorkerRegistration> {
  const options = { scope, updateViaCache: "none" } as const;
  const registration = await navigator.serviceWorker.register("/sw.js", options);
  const starting = registration.installing ?? registration.waiting;
  if (registration.active || !starting) return registration;
  await new Promise<void>((resolve) => {
    starting.addEventListener("statechange", () => {
      if (registration.active || starting.state === "redundant") resolve();
    });
  });
  return registration;
}

/** Some browsers do not tell their worker which subscription was replaced (sw-push.js). */
async function keepForWorker(scope: string, endpoint: string, key: string): Promise<void> {
  const cache = await caches.open("push-subscription");
  const address = new URL("push-subscription", scope).href;
  await cache.put(address, new Response(JSON.stringify({ endpoint, key })));
}
