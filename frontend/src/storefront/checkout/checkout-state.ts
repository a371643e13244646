/** The steps of the checkout, and what leads from one to another. */

import { type ComponentType, lazy } from "react";
import { messages as m } from "@/messages";
import type { CheckoutProblem } from "./checkout-refusals-and-problem-notice";
import type { OpenPayment } from "./checkout-storage";
import { CustomerInfoStep } from "./customer-info-step";

export type Step = "customer" | "payment";

/** The steps in their order. One more is a line here, what leads to it in the reducer below, its component and its words. */
export const STEPS: readonly { step: Step; name: () => string; Content: ComponentType }[] = [
  { step: "customer", name: () => m.checkout.steps.customer, Content: CustomerInfoStep },
  {
    step: "payment",
    name: () => m.common.payment,
    // The payment provider's libraries load only for those who get this far.
    Content: lazy(() =>
      import("@/storefront/checkout/payment/payment-step").then((module) => ({
        default: module.PaymentStep,
      })),
    ),
  },
];

interface CheckoutState {
  step: Step;
  payment: OpenPayment | null;
  problem: CheckoutProblem | null;
  isSending: boolean;
}

type CheckoutAction =
  | { type: "sending" }
  /** The request is sent again by itself. */
  | { type: "waiting"; problem: CheckoutProblem }
  | { type: "refused"; problem: CheckoutProblem }
  | { type: "opened"; payment: OpenPayment }
  | { type: "back"; problem?: CheckoutProblem };

/** A payment that was open before a reload is gone on with. */
export function firstState(
  payment: OpenPayment | null,
  problem: CheckoutProblem | null,
): CheckoutState {
  return { step: payment ? "payment" : "customer", payment, problem, isSending: false };
}

export function reduceCheckout(state: CheckoutState, action: CheckoutAction): CheckoutState {
  switch (action.type) {
    case "sending":
      return { ...state, problem: null, isSending: true };
    case "waiting":
      return { ...state, problem: action.problem };
    case "refused":
      return { ...state, problem: action.problem, isSending: false };
    case "opened":
      return { step: "payment", payment: action.payment, problem: null, isSending: false };
    case "back":
      return {
        ...state,
        step: "customer",
        payment: null,
        problem: action.problem ?? state.problem,
      };
  }
}

/** The state for a cart: one that changed in another tab is not what the payment was priced for. */
export function stateFor(state: CheckoutState, cartFingerprint: string): CheckoutState {
  const isPriced = state.payment === null || state.payment.cartFingerprint === cartFingerprint;
  return isPriced ? state : { ...state, step: "customer", payment: null };
}
