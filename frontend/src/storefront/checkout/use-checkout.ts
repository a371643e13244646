import { useEffect, useRef, useState } from "react";
import { useOnce, useSend } from "@/domain/api/use-send";
import type { CheckoutCart } from "@/domain/cart/cart-rules";
import { piecesOf } from "@/domain/cart/line-stock";
import type { Stop } from "@/domain/schedule/present-schedule";
import { presentTime } from "@/domain/time/server-clock";
import { messages as m } from "@/messages";
import { saveHold } from "@/storefront/cart/own-hold";
import {
  type CheckoutTruck,
  type CustomerInfo,
  createPaymentIntent,
  type PaymentIntentAnswer,
} from "./api";
import {
  type CheckoutProblem,
  describeFailure,
  isCartConflict,
  isCheckoutOver,
  isHeldByNetwork,
  isOfferChanged,
  isOfferRefusal,
  isSlotConflict,
  isStopConflict,
  isTipsOff,
  simpleProblem,
  waitsForNetwork,
} from "./checkout-problem";
import {
  isSlotReleased,
  loadOpenPayment,
  type OpenPayment,
  saveCustomer,
  saveOpenPayment,
} from "./checkout-storage";

/** How often a checkout is tried again by itself while others on the network pay: for about two minutes. */
const MAX_WAITS = 12;
const WAIT_SECONDS = 10;

export interface UseCheckoutOptions {
  slug: string;
  cart: CheckoutCart;
  truck: CheckoutTruck | undefined;
  /** Where the order is picked up, at a truck that moves. */
  stop: Stop | null;
  /** Whether the customer chooses among pickup slots. */
  hasSlots: boolean;
  /** What the cart needs of the kitchen. */
  units: number;
  /** Waits for a truck that is still loading, or asks once more; undefined if it does not come. */
  loadTruck: () => Promise<CheckoutTruck | undefined>;
  /** Takes the server's view of the cart; the cart itself says what changed. */
  onCartConflict: (body: unknown) => void;
  /** Reads the truck again: it has another stop or tax rate than the page shows, or takes no tips any more. */
  onTruckOutdated: () => void;
  /** Takes the offer out of the cart, whose code the server has refused. */
  onOfferRefused: () => void;
  /** Asks for the new terms of the offer. */
  onOfferChanged: () => void;
  /** Reads the slots again: they may be fuller than the page shows. */
  onSlotsOutdated: () => void;
}

type Order = Pick<Parameters<typeof createPaymentIntent>[0], "cart" | "customer" | "truck">;

/** The two steps of a checkout: customer info until a payment is open, then the payment. */
export function useCheckout({
  slug,
  cart,
  truck: shownTruck,
  stop,
  hasSlots,
  units,
  loadTruck,
  onCartConflict,
  onTruckOutdated,
  onOfferRefused,
  onOfferChanged,
  onSlotsOutdated,
}: UseCheckoutOptions) {
  const cartFingerprint = fingerprintOf(cart);
  const [payment, setPayment] = useState(() =>
    loadOpenPayment(slug, cartFingerprint, presentTime()),
  );
  const [problem, setProblem] = useState<CheckoutProblem | null>(() =>
    isSlotReleased(slug, cartFingerprint, presentTime()) ? slotReleased() : null,
  );
  const [submitting, setSubmitting] = useState(false);
  const hasLeft = useRef(false);
  /** Under a new key unless the outcome of the last call is unknown. */
  const send = useSend(
    (order: Order, idempotencyKey) =>
      createPaymentIntent({ ...order, stop, hasSlots, idempotencyKey }),
    {
      nameOf: ({ cart, customer, truck }) =>
        JSON.stringify([cart, customer, truck._id, stop?._id, stop?.version]),
    },
  );

  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
    };
  }, []);

  function keep(opened: OpenPayment | null): void {
    saveOpenPayment(slug, opened);
    setPayment(opened);
  }

  /** What is held is still the customer's when they come back to the first step. */
  function holdFor({ stopId, slotAt, holdExpiresAt: until }: PaymentIntentAnswer): void {
    if (!slotAt || !until) return;
    saveHold(slug, { stopId: stopId ?? null, slotAt, units, pieces: piecesOf(cart.items), until });
  }

  function backToCustomer(): void {
    keep(null);
    onSlotsOutdated();
  }

  function release(): void {
    const hadSlot = payment?.slotAt !== undefined;
    backToCustomer();
    setProblem(hadSlot ? slotReleased() : timeIsOver());
  }

  /** Sends the cart, and again while others on the customer's network hold too much without having paid. */
  async function sendPatiently(
    order: Order,
    waits = MAX_WAITS,
  ): Promise<PaymentIntentAnswer | null> {
    try {
      return await send(order);
    } catch (error) {
      // A repeated request may meet a checkout that has run out meanwhile. The next request opens another one.
      if (isCheckoutOver(error)) return send(order);
      if (!isHeldByNetwork(error) || waits === 0) throw error;
      setProblem(waitsForNetwork());
      await seconds(error.retryAfterSeconds ?? WAIT_SECONDS);
      if (hasLeft.current) throw error;
      return sendPatiently(order, waits - 1);
    }
  }

  async function openPayment(priced: CheckoutCart, customer: CustomerInfo): Promise<void> {
    const truck = shownTruck ?? (await loadTruck());
    if (!truck) return setProblem(simpleProblem(m.checkout.failures.truckAgain));
    try {
      const answer = await sendPatiently({ cart: priced, customer, truck });
      setProblem(null);
      if (!answer?.clientSecret)
        return setProblem(
          simpleProblem(m.checkout.failures.order, m.checkout.failures.noClientSecret),
        );
      keep({ ...answer, clientSecret: answer.clientSecret, cartFingerprint });
      holdFor(answer);
    } catch (error) {
      if (isCartConflict(error)) onCartConflict(error.body);
      if (isOfferChanged(error)) onOfferChanged();
      if (isOfferRefusal(error)) onOfferRefused();
      if (isCartConflict(error) || isStopConflict(error) || isTipsOff(error)) onTruckOutdated();
      if (isSlotConflict(error) || isStopConflict(error)) onSlotsOutdated();
      setProblem(describeFailure(error));
    }
  }

  /** Opens the payment for the cart at the price that the customer has agreed to. */
  const submit = useOnce(async (customer: CustomerInfo, priced: CheckoutCart): Promise<void> => {
    saveCustomer(slug, customer, new Date());
    setProblem(null);
    setSubmitting(true);
    await openPayment(priced, customer);
    setSubmitting(false);
  });

  // A cart that changed in another tab is not what this payment was priced for.
  const open = payment?.cartFingerprint === cartFingerprint ? payment : null;
  return { payment: open, problem, submitting, submit, backToCustomer, release };
}

function seconds(count: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, count * 1000));
}

function slotReleased(): CheckoutProblem {
  return { ...simpleProblem(m.pickup.released), isSaidFirst: true };
}

function timeIsOver(): CheckoutProblem {
  return { ...simpleProblem(m.checkout.failures.expired), isSaidFirst: true };
}

/** What a payment is for. Without the totals, which move when the truck's tax rate arrives. */
function fingerprintOf({ attemptId, items, specialInstructions }: CheckoutCart): string {
  return JSON.stringify([attemptId, items, specialInstructions]);
}
