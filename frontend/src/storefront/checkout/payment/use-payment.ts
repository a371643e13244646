import { useElements, useStripe } from "@stripe/react-stripe-js";
import type { PaymentIntent, Stripe, StripeError } from "@stripe/stripe-js";
import { useCallback, useEffect, useRef, useState } from "react";
import { useOnce } from "@/domain/api/use-send-once";
import { messages as m } from "@/messages";

const RECHECK_MS = [2000, 3000, 5000, 8000, 13_000, 20_000];

/** `checking` and `settling` wait for the provider, `paid` for the redirect. */
type Phase = "checking" | "ready" | "paying" | "settling" | "paid";

interface UsePaymentOptions {
  /** Whether the hold of the pickup slot or of the offer has run out; then nothing is confirmed any more. */
  isHoldOver: () => boolean;
  /** This can no longer be paid, and no money has moved. */
  onRelease: () => void;
  clientSecret: string;
  returnUrl: string;
  onPaid: () => void;
}

/** One payment from opening the form to the money having moved. */
export function usePayment(options: UsePaymentOptions) {
  const { clientSecret, returnUrl, onPaid, isHoldOver, onRelease } = options;
  const stripe = useStripe();
  const elements = useElements();
  const [phase, setPhase] = useState<Phase>("checking");
  const [message, setMessage] = useState<PaymentMessage | null>(null);
  const [loaded, setLoaded] = useState({ address: false, card: false });
  const formLoaded = loaded.address && loaded.card;
  const later = useTimer();
  const announcePaid = useLatest(onPaid);
  const release = useLatest(onRelease);
  const isOver = isHoldOver();
  // Only while nothing is being confirmed: what the bank decides may still be an order.
  useEffect(() => {
    if (isOver && phase === "ready") release.current();
  }, [isOver, phase, release]);

  /** The customer may act again, unless the server has canceled what they would pay. */
  const giveBack = useCallback(
    (status: PaymentIntent.Status | null) => {
      if (status === "canceled") release.current();
      setPhase("ready");
    },
    [release],
  );

  const finish = useCallback(
    (text: PaymentMessage, delay: number) => {
      setMessage(text);
      setPhase("paid");
      later(delay, () => announcePaid.current());
    },
    [later, announcePaid],
  );

  const settle = useCallback(
    (provider: Stripe, attempt = 0) => {
      setPhase("settling");
      later(RECHECK_MS[attempt] ?? RECHECK_MS.at(-1) ?? 0, async () => {
        const status = await statusOf(provider, clientSecret);
        if (status === "succeeded") return finish(SUCCESSFUL, REDIRECT_DELAY_MS);
        if (status === null || status === "processing") return settle(provider, attempt + 1);
        setMessage(promptFor(status));
        giveBack(status);
      });
    },
    [clientSecret, finish, later, giveBack],
  );

  const look = useCallback(
    async (provider: Stripe) => {
      const { paymentIntent, error } = await retrieve(provider, clientSecret);
      if (error) setMessage(setupError(error));
      const status = paymentIntent?.status;
      if (status === "succeeded") return finish(COMPLETED, ALREADY_PAID_DELAY_MS);
      if (status) setMessage(unlessFormFailed(promptFor(status)));
      if (status === "processing") return settle(provider);
      giveBack(status ?? null);
    },
    [clientSecret, finish, settle, giveBack],
  );

  useEffect(() => {
    if (stripe) later(RETRIEVE_DELAY_MS, () => look(stripe));
  }, [stripe, later, look]);

  const confirm = useOnce(async (): Promise<void> => {
    if (!stripe || !elements) return setMessage(NOT_READY);
    if (!formLoaded || phase === "checking") return setMessage(unlessFormFailed(STILL_LOADING));
    if (phase !== "ready") return;
    if (isHoldOver()) return onRelease();
    const isSent = navigator.onLine;
    setPhase("paying");
    setMessage(null);
    try {
      const result = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: returnUrl },
        redirect: "if_required",
      });
      if (result.error) await explain(stripe, result.error, isSent);
      else conclude(stripe, result.paymentIntent.status);
    } catch {
      setMessage(PROCESSING_FAILED);
      setPhase("ready");
    }
  });

  function conclude(provider: Stripe, status: PaymentIntent.Status): void {
    if (status === "succeeded") {
      finish(SUCCESSFUL, REDIRECT_DELAY_MS);
      return;
    }
    setMessage(PENDING);
    settle(provider);
  }

  /** Anything but a refused card may hide a payment that went through: only the provider knows. */
  async function explain(provider: Stripe, error: StripeError, isSent: boolean): Promise<void> {
    const status = isCardError(error) ? null : await statusOf(provider, clientSecret);
    if (status === "succeeded" || status === "processing") return conclude(provider, status);
    const detail = isCardError(error) ? "" : whatIsCharged(status, isSent);
    setMessage({ ...refusal(error), detail });
    giveBack(status);
  }

  return {
    message,
    phase,
    isLoaded: formLoaded,
    canPay: Boolean(stripe && elements) && formLoaded && phase === "ready",
    confirm,
    addressReady: () => setLoaded((before) => ({ ...before, address: true })),
    cardReady: () => setLoaded((before) => ({ ...before, card: true })),
    formFailed: () => setMessage(LOAD_FAILED),
  };
}

/** A form that did not load stays said: no prompt can be followed without it. */
function unlessFormFailed(message: PaymentMessage | null) {
  return (shown: PaymentMessage | null) => (shown === LOAD_FAILED ? shown : message);
}

async function retrieve(provider: Stripe, clientSecret: string) {
  try {
    return await provider.retrievePaymentIntent(clientSecret);
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return { paymentIntent: undefined, error: { type: "api_error", message } as StripeError };
  }
}

/** The intent's status; null while the provider cannot be asked. */
async function statusOf(
  provider: Stripe,
  clientSecret: string,
): Promise<PaymentIntent.Status | null> {
  return (await retrieve(provider, clientSecret)).paymentIntent?.status ?? null;
}

function useLatest<T>(value: T) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  return latest;
}

/** One timer at a time; none survives the form, nor starts after it from an answer that came late. */
function useTimer() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      clearTimeout(timer.current);
    };
  }, []);
  return useCallback((delay: number, act: () => void) => {
    clearTimeout(timer.current);
    if (mounted.current) timer.current = setTimeout(act, delay);
  }, []);
}

export interface PaymentMessage {
  tone: "info" | "good" | "error";
  text: string;
  /** What it means for the customer's money, where that is not in the text. */
  detail?: string;
}

const COMPLETED = fixed("good", () => m.payment.alreadyCompleted);
const PROCESSING = fixed("info", () => m.payment.inProgress);
const SUCCESSFUL = fixed("good", () => m.payment.succeeded);
const PENDING = fixed("info", () => m.payment.processingNotice);
export const LOAD_FAILED = fixed("error", () => m.payment.formFailed);
export const NOT_READY = fixed("error", () => m.payment.notReady);
const STILL_LOADING = fixed("error", () => m.payment.stillLoading);
const PROCESSING_FAILED = fixed("error", () => m.payment.failed);

const RETRIEVE_DELAY_MS = 1000;
const ALREADY_PAID_DELAY_MS = 1000;
const REDIRECT_DELAY_MS = 1500;

/** What the customer reads when the payment step opens on an intent with this status. */
function promptFor(status: PaymentIntent.Status): PaymentMessage | null {
  switch (status) {
    case "succeeded":
      return COMPLETED;
    case "processing":
      return PROCESSING;
    case "requires_confirmation":
      return info(m.payment.confirmPlease);
    default:
      return null;
  }
}

function setupError(error: StripeError): PaymentMessage {
  return failure(m.payment.setupFailed({ message: error.message ?? error.type }));
}

/** What the customer reads when confirming was refused. */
function refusal(error: StripeError): PaymentMessage {
  return failure(isCardError(error) ? error.message || m.payment.cardFailed : m.payment.unexpected);
}

/** Says whether money may have moved: `status` is null where the provider cannot be asked. */
function whatIsCharged(status: PaymentIntent.Status | null, isSent: boolean): string {
  if (!isSent) return m.checkout.failures.offline;
  return status === null ? m.payment.neverTwice : m.checkout.failures.nothingCharged;
}

/** A failed 3-D Secure comes as another type, yet it is the card that was refused. */
function isCardError({ type, code }: StripeError): boolean {
  return (
    type === "card_error" ||
    type === "validation_error" ||
    code === "payment_intent_authentication_failure"
  );
}

/** The same object each time, so that one can be told from another; its sentence is read when it is shown. */
function fixed(tone: PaymentMessage["tone"], sentence: () => string): PaymentMessage {
  return {
    tone,
    get text() {
      return sentence();
    },
  };
}

function info(text: string, tone: "info" | "good" = "info"): PaymentMessage {
  return { tone, text };
}

function failure(text: string): PaymentMessage {
  return { tone: "error", text };
}
