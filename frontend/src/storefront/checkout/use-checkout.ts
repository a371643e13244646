import { useEffect, useReducer, useRef, useState } from "react";
import { useOnce, useSend } from "@/domain/api/use-send-once";
import type { CheckoutCart } from "@/domain/cart/checkout-cart";
import { piecesOf } from "@/domain/cart/line-stock";
import { MIN_PICKUP_LEAD_MINUTES } from "@/domain/time/pickup-rules";
import { presentTime } from "@/domain/time/server-clock";
import { DEFAULT_TIMEZONE } from "@/domain/time/wall-clock";
import { messages as m } from "@/messages";
import { saveHold } from "@/storefront/cart/own-hold";
import { type CheckoutTruck, createPaymentIntent, type PaymentIntentAnswer } from "./api";
import type { CheckoutContextValue } from "./checkout-context-and-step-heading";
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
} from "./checkout-refusals-and-problem-notice";
import { firstState, reduceCheckout, stateFor } from "./checkout-state";
import {
  isSlotReleased,
  loadOpenPayment,
  type OpenPayment,
  saveCustomer,
  saveOpenPayment,
} from "./checkout-storage";
import type { CustomerInfo } from "./customer-info";
import { useOffer, useTip } from "./use-offer-and-tip";
import type { OrderDraft } from "./use-order-draft";

/** How often a checkout is tried again by itself while others on the network pay: for about two minutes. */
const MAX_WAITS = 12;
const WAIT_SECONDS = 10;

interface Request {
  cart: CheckoutCart;
  customer: CustomerInfo;
  truck: CheckoutTruck;
}

type Ends = Pick<CheckoutContextValue, "onConfirming" | "onPaid">;

/** The checkout of an order: the step that is shown, and what the steps see and may do. */
export function useCheckout(order: OrderDraft, ends: Ends) {
  const { slug, units, truck, stop, slots } = order;
  const offer = useOffer(slug, order.cart, order.tax);
  const tip = useTip(slug, offer.cart, truck?.tipPresets ?? null);
  const cartFingerprint = fingerprintOf(tip.cart);
  const [kept, dispatch] = useReducer(reduceCheckout, null, () =>
    firstState(
      loadOpenPayment(slug, cartFingerprint, presentTime()),
      isSlotReleased(slug, cartFingerprint, presentTime()) ? slotReleased() : null,
    ),
  );
  const { step, ...state } = stateFor(kept, cartFingerprint);
  const hasMoved = useHasChanged(step);
  const refuse = (problem: CheckoutProblem) => dispatch({ type: "refused", problem });
  const sendPatiently = usePatientSend(order, () =>
    dispatch({ type: "waiting", problem: waitsForNetwork() }),
  );

  /** What is held is still the customer's when they come back to the first step. */
  function holdFor({ stopId, slotAt, holdExpiresAt: until }: PaymentIntentAnswer): void {
    if (!slotAt || !until) return;
    const pieces = piecesOf(tip.cart.items);
    saveHold(slug, { stopId: stopId ?? null, slotAt, units, pieces, until });
  }

  function open(payment: OpenPayment): void {
    saveOpenPayment(slug, payment);
    dispatch({ type: "opened", payment });
    holdFor(payment);
  }

  function back(problem?: CheckoutProblem): void {
    saveOpenPayment(slug, null);
    dispatch({ type: "back", ...(problem ? { problem } : {}) });
    order.onSlotsOutdated();
  }

  /** Reads again what the server has said to be otherwise. */
  function refresh(error: unknown): void {
    if (isCartConflict(error)) order.onCartConflict(error.body);
    if (isCartConflict(error) || isOfferChanged(error)) void offer.refresh();
    if (isOfferRefusal(error)) offer.remove({ keepsText: true });
    if (isCartConflict(error) || isStopConflict(error) || isTipsOff(error)) order.onTruckOutdated();
    // What is not served then is meant for a later slot than the page knows of.
    if (isCartConflict(error) || isSlotConflict(error) || isStopConflict(error)) {
      order.onSlotsOutdated();
    }
  }

  const submit = useOnce(async (customer: CustomerInfo, cart: CheckoutCart): Promise<void> => {
    saveCustomer(slug, customer, new Date());
    dispatch({ type: "sending" });
    const known = truck ?? (await order.loadTruck());
    if (!known) return refuse(simpleProblem(m.checkout.failures.truckAgain));
    try {
      const answer = await sendPatiently({ cart: tip.addTo(cart), customer, truck: known });
      if (answer?.clientSecret)
        return open({ ...answer, clientSecret: answer.clientSecret, cartFingerprint });
      const { order: sentence, noClientSecret } = m.checkout.failures;
      refuse(simpleProblem(sentence, noClientSecret));
    } catch (error) {
      // Said of the lines as they were sent.
      const problem = describeFailure(error, cart.items);
      refresh(error);
      refuse(problem);
    }
  });

  const checkout: CheckoutContextValue = {
    ...ends,
    ...state,
    order,
    rules: {
      slots,
      zone: stop?.place.timezone ?? truck?.timezone ?? DEFAULT_TIMEZONE,
      leadMinutes:
        truck?.leadMinutes ?? order.config?.minPickupLeadMinutes ?? MIN_PICKUP_LEAD_MINUTES,
    },
    offer,
    tip,
    hasMoved,
    submit,
    backToCustomer: () => back(),
    release: () => back(kept.payment?.slotAt === undefined ? timeIsOver() : slotReleased()),
  };
  return { step, checkout };
}

/** Sends the cart, and again while others on the customer's network hold too much without having paid. */
function usePatientSend({ stop, slots }: OrderDraft, onWait: () => void) {
  const hasLeft = useRef(false);
  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
    };
  }, []);
  /** Under a new key unless the outcome of the last call is unknown. */
  const send = useSend(
    (request: Request, idempotencyKey) =>
      createPaymentIntent({ ...request, stop, hasSlots: slots !== null, idempotencyKey }),
    {
      nameOf: ({ cart, customer, truck }) =>
        JSON.stringify([cart, customer, truck._id, stop?._id, stop?.version]),
    },
  );

  return async function sendPatiently(
    request: Request,
    waits = MAX_WAITS,
  ): Promise<PaymentIntentAnswer | null> {
    try {
      return await send(request);
    } catch (error) {
      // A repeated request may meet a checkout that has run out meanwhile. The next request opens another one.
      if (isCheckoutOver(error)) return send(request);
      if (!isHeldByNetwork(error) || waits === 0) throw error;
      onWait();
      await seconds(error.retryAfterSeconds ?? WAIT_SECONDS);
      if (hasLeft.current) throw error;
      return sendPatiently(request, waits - 1);
    }
  };
}

/** Whether a value has ever been another one than at first. */
function useHasChanged<Value>(value: Value): boolean {
  const [first] = useState(value);
  const [changed, setChanged] = useState(false);
  if (value !== first && !changed) setChanged(true);
  return changed || value !== first;
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
