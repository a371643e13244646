import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link } from "wouter";
import type { AppConfig } from "@/domain/api/config";
import { MIN_PICKUP_LEAD_MINUTES } from "@/domain/time/pickup-time";
import { DEFAULT_TIMEZONE } from "@/domain/time/time";
import { messages as m } from "@/messages";
import { CustomerInfoStep } from "@/storefront/checkout/customer/customer-info-step";
import { useOffer } from "@/storefront/checkout/offer/use-offer";
import type { SlotChoice } from "@/storefront/checkout/slots/slot-choice";
import { PickupAgreed } from "@/storefront/checkout/stop/pickup-agreed";
import { PickupStop } from "@/storefront/checkout/stop/pickup-stop";
import { Button } from "@/ui/controls/button";
import { Spinner } from "@/ui/feedback/spinner";
import { ArrowLeftIcon } from "@/ui/icons/order-icons";
import { Row, Stack } from "@/ui/layout";
import styles from "./checkout.module.css";
import { CheckoutSteps } from "./checkout-steps";
import { OrderSummary } from "./order-summary";
import { ProblemNotice } from "./problem-notice";
import { type UseCheckoutOptions, useCheckout } from "./use-checkout";
import { useTip } from "./use-tip";

// The payment provider's libraries load only for those who get this far.
const PaymentStep = lazy(() =>
  import("@/storefront/checkout/payment/payment-step").then((module) => ({
    default: module.PaymentStep,
  })),
);

interface CheckoutProps
  extends Omit<UseCheckoutOptions, "hasSlots" | "onOfferRefused" | "onOfferChanged"> {
  /** In percent, of the place where the order is picked up. */
  taxRate: number;
  /** The pickup slots to choose from; null where a pickup is a time of day. */
  slots: SlotChoice | null;
  /** When the truck takes orders again, once all of them are taken. */
  whenNext: string | null;
  backTo: string;
  /** Why this cannot be ordered now, in a box of its own; nothing while it can. */
  truckNotice: ReactNode;
  /** The same in a few words beside the button that it shuts; null while it is open. */
  blocked: string | null;
  /** What changed in the cart and waits to be acknowledged. */
  cartNotice: ReactNode;
  /** Why the truck could not be loaded, while it could not. */
  truckFailure: string | null;
  onRetryTruck: () => void;
  config: AppConfig | undefined;
  /** Whether the bank may be deciding about the payment. */
  onConfirming: (isConfirming: boolean) => void;
  onPaid: (payment: { paymentIntentId: string; clientSecret: string }) => void;
}

export function Checkout(props: CheckoutProps) {
  const { slug, truck, config, backTo, truckFailure, cartNotice, onPaid } = props;
  const offer = useOffer(slug, props.cart, props.taxRate);
  const tip = useTip(slug, offer.cart, truck?.tipPresets ?? null);
  const { payment, problem, submitting, submit, backToCustomer, release } = useCheckout({
    ...props,
    cart: tip.cart,
    onCartConflict: (body) => {
      props.onCartConflict(body);
      void offer.refresh();
    },
    hasSlots: props.slots !== null,
    onOfferRefused: () => offer.remove({ keepsText: true }),
    onOfferChanged: () => void offer.refresh(),
  });
  const step = payment ? 2 : 1;
  const moved = useHasChanged(step);
  const rules = {
    slots: props.slots,
    zone: props.stop?.place.timezone ?? truck?.timezone ?? DEFAULT_TIMEZONE,
    leadMinutes: truck?.leadMinutes ?? config?.minPickupLeadMinutes ?? MIN_PICKUP_LEAD_MINUTES,
  };
  return (
    <Stack gap={4} centered className={styles.page}>
      <Row
        as={Link}
        inline
        gap={2}
        align="center"
        justifySelf="start"
        oneLine
        target
        weight={600}
        to={backTo}
        className={styles.back}
      >
        <ArrowLeftIcon /> {m.checkout.backToTruck({ name: truck?.name ?? m.checkout.aTruck })}
      </Row>
      <h1>{m.common.checkout}</h1>
      <CheckoutSteps current={step} />
      <Stack gap={6} align="start" className={styles.columns}>
        <Stack gap={4} shrinks>
          {truckFailure ? (
            <TruckFailure reason={truckFailure} onRetry={props.onRetryTruck} />
          ) : null}
          {props.truckNotice}
          {payment ? <PickupAgreed payment={payment} zone={rules.zone} /> : null}
          {props.stop && !payment ? <PickupStop stop={props.stop} /> : null}
          {payment ? (
            <Suspense fallback={<Spinner label={m.payment.loadingForm} showLabel />}>
              <PaymentStep
                key={payment.clientSecret}
                slug={slug}
                payment={payment}
                focusHeading={moved}
                onConfirming={props.onConfirming}
                onPaid={onPaid}
                onBack={backToCustomer}
                onRelease={release}
              />
            </Suspense>
          ) : (
            <CustomerInfoStep
              slug={slug}
              rules={rules}
              offer={offer}
              tip={tip}
              cartNotice={cartNotice}
              blocked={props.blocked}
              problem={problem}
              whenNext={props.whenNext}
              submitting={submitting}
              focusHeading={moved}
              onSubmit={(customer, cart) => submit(customer, tip.addTo(cart))}
            />
          )}
        </Stack>
        <OrderSummary truckName={truck?.name} cart={tip.cart} totals={payment ?? tip.cart} />
      </Stack>
    </Stack>
  );
}

/** Whether a value has ever been another one than at first. */
function useHasChanged(value: number): boolean {
  const [first] = useState(value);
  const [changed, setChanged] = useState(false);
  if (value !== first && !changed) setChanged(true);
  return changed || value !== first;
}

function TruckFailure({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  return (
    <Stack gap={3} items="start" className={styles.failure}>
      <ProblemNotice sentence={m.checkout.failures.truck} details={[reason]} />
      <Button onClick={onRetry}>{m.common.tryAgain}</Button>
    </Stack>
  );
}
