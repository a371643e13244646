import type { Stripe } from "@stripe/stripe-js";
import { vi } from "vitest";

type Listener = (event: unknown) => void;

/** A provider for tests: the real React wrapper runs on it, the test decides every answer. */
export function fakeStripe() {
  const loadFailures = new Set<string>();
  const created: { type: string; options: unknown }[] = [];
  const appearances: unknown[] = [];
  const secrets: string[] = [];
  let autoReady = true;
  const waiting: (() => void)[] = [];

  function element(type: string) {
    const listeners: Record<string, Listener> = {};
    const announce = () => {
      if (loadFailures.has(type)) listeners.loaderror?.({ elementType: type, error: {} });
      else listeners.ready?.({});
    };
    return {
      on: (event: string, listener: Listener) => {
        listeners[event] = listener;
      },
      off: () => undefined,
      once: () => undefined,
      mount: () => void (autoReady ? setTimeout(announce, 0) : waiting.push(announce)),
      update: () => undefined,
      destroy: () => undefined,
      unmount: () => undefined,
    };
  }

  const stripe = {
    elements: (options: { clientSecret: string; appearance: unknown }) => {
      secrets.push(options.clientSecret);
      appearances.push(options.appearance);
      return {
        create: (type: string, elementOptions: unknown) => {
          created.push({ type, options: elementOptions });
          return element(type);
        },
        getElement: () => null,
        update: (changes: { appearance?: unknown }) => {
          if (changes.appearance) appearances.push(changes.appearance);
          return Promise.resolve();
        },
      };
    },
    createToken: vi.fn(),
    createPaymentMethod: vi.fn(),
    confirmCardPayment: vi.fn(),
    retrievePaymentIntent: vi.fn(
      async (_secret: string): Promise<unknown> => status("requires_payment_method"),
    ),
    confirmPayment: vi.fn(async (_request: unknown): Promise<unknown> => status("succeeded")),
  };

  return {
    stripe: stripe as unknown as Stripe,
    retrieve: stripe.retrievePaymentIntent,
    confirm: stripe.confirmPayment,
    created,
    appearances,
    secrets,
    failToLoad: (type: "payment" | "address") => loadFailures.add(type),
    holdForm: () => {
      autoReady = false;
    },
    showForm: () => {
      for (const announce of waiting.splice(0)) announce();
    },
  };
}

export type FakeStripe = ReturnType<typeof fakeStripe>;

export function status(value: string) {
  return { paymentIntent: { id: "pi_1", status: value } };
}

export function refused(error: Record<string, unknown>) {
  return { error };
}
