import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";
import type { CheckoutCart } from "@/domain/cart/checkout-cart";
import styles from "./checkout.module.css";
import type { CheckoutProblem } from "./checkout-refusals-and-problem-notice";
import type { OpenPayment } from "./checkout-storage";
import type { CustomerInfo } from "./customer-info";
import type { PickupRules } from "./pickup-time";
import type { OfferChoice, TipChoice } from "./use-offer-and-tip";
import type { OrderDraft } from "./use-order-draft";

/** What every step of the checkout sees of it, and may do. */
export interface CheckoutContextValue {
  order: OrderDraft;
  rules: PickupRules;
  offer: OfferChoice;
  tip: TipChoice;
  /** The payment that is open for this very cart. */
  payment: OpenPayment | null;
  /** Why the order did not go on. */
  problem: CheckoutProblem | null;
  isSending: boolean;
  /** Whether the step has changed on this page, so that the heading of the next one takes the focus. */
  hasMoved: boolean;
  /** Goes on to the payment, at the price that the customer has agreed to. */
  submit: (customer: CustomerInfo, cart: CheckoutCart) => Promise<void>;
  backToCustomer: () => void;
  /** The payment is over without money: its hold has run out, or the server has canceled it. */
  release: () => void;
  /** Whether the bank may be deciding about the payment. */
  onConfirming: (isConfirming: boolean) => void;
  onPaid: (payment: { paymentIntentId: string; clientSecret: string }) => void;
}

export const CheckoutContext = createContext<CheckoutContextValue | null>(null);

export function useCheckoutContext(): CheckoutContextValue {
  const checkout = useContext(CheckoutContext);
  if (!checkout) throw new Error("A step of the checkout is shown outside of it.");
  return checkout;
}

/** The heading of a step; it takes the focus when the step was changed, not on the first load. */
export function StepHeading({ children }: { children: ReactNode }) {
  const { hasMoved } = useCheckoutContext();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasMoved) heading.current?.focus();
  }, [hasMoved]);
  return (
    <h2 ref={heading} id="step-heading" tabIndex={-1} className={styles.stepHeading}>
      {children}
    </h2>
  );
}
