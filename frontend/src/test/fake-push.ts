import { afterEach, vi } from "vitest";

const USER_AGENT = "Mozilla/5.0 (X11; Linux) Chrome/130.0 Safari/537.36";

interface FakePush {
  /** What the user has answered before, and what they answer when they are asked. */
  permission?: NotificationPermission;
  answer?: NotificationPermission;
  subscription?: object;
}

afterEach(() => {
  vi.unstubAllGlobals();
  for (const name of ["userAgent", "serviceWorker"]) Reflect.deleteProperty(navigator, name);
});

/** A browser that can be pushed to, without a network, until the end of the test. */
export function fakePush({
  permission = "default",
  answer = "granted",
  subscription,
}: FakePush = {}) {
  const kept: unknown[] = [];
  const unsubscribe = vi.fn(async () => true);
  const made = { unsubscribe, toJSON: () => subscription };
  const subscribe = vi.fn(async (_options: object) => made);
  const pushManager = { subscribe, getSubscription: async () => made };
  const scope = "https://trucks.example/admin/";
  const register = vi.fn(async () => ({ active: {}, scope, pushManager }));
  const requestPermission = vi.fn(async () => {
    notification.permission = answer;
    return answer;
  });
  const notification = { permission, requestPermission };
  vi.stubGlobal("Notification", notification);
  vi.stubGlobal("PushManager", class {});
  const agent = { userAgent: USER_AGENT, serviceWorker: { register } };
  for (const [name, value] of Object.entries(agent)) {
    Object.defineProperty(navigator, name, { value, configurable: true });
  }
  vi.stubGlobal("caches", {
    open: async () => ({
      put: async (_address: string, response: Response) => kept.push(await response.json()),
    }),
  });
  return { register, subscribe, unsubscribe, requestPermission, kept };
}
