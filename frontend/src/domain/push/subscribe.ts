import { errorMessage } from "@/domain/api/errors";
import type { components } from "@/domain/api/schema.gen";
import { stored, TEXT } from "@/domain/stored";
import { messages as m } from "@/messages";

/** Each entry has a service worker of its own, and with it a subscription. */
type PushScope = "/" | "/admin/";

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

/** What to say when a device could not be added. */
export function pushFailure(error: Error): string {
  return error instanceof PushDenied ? m.push.denied : errorMessage(error);
}

type Subscription = components["schemas"]["BrowserSubscription"];
export type PushConfig = components["schemas"]["PushConfig"];

/** Reads a subscription as browsers write it; null for anything else. */
export function readSubscription(text: string | null): Subscription | null {
  try {
    const { endpoint, keys } = JSON.parse(text ?? "null");
    const { p256dh, auth } = keys;
    const isWhole = [endpoint, p256dh, auth].every((part) => typeof part === "string");
    return isWhole ? { endpoint, keys: { p256dh, auth } } : null;
  } catch {
    return null;
  }
}

/**
 * A subscription at the sandbox, because a browser's own needs its maker's push service and thus the network. Kept as
 * a browser keeps its own, one for each entry.
 */
async function subscribeAtStandIn(
  url: string,
  publicKey: string,
  scope: string,
): Promise<Subscription> {
  const answer = stored(`push-stand-in:${scope}`, TEXT);
  const kept = readSubscription(answer.read());
  const response = await fetch(`${url}/subscriptions`, {
    method: "POST",
    // The sandbox gives the present one back, unless it has forgotten it.
    body: JSON.stringify({ applicationServerKey: publicKey, endpoint: kept?.endpoint }),
  });
  const text = await response.text();
  const made = response.ok ? readSubscription(text) : null;
  if (!made) throw new Error(`The sandbox answered ${response.status}`);
  answer.write(text);
  return made;
}
