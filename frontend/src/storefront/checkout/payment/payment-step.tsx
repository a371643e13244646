import { Elements } from "@stripe/react-stripe-js";
import type { StripeElementsOptions } from "@stripe/stripe-js";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { configQuery } from "@/domain/api/config";
import { paymentProviderKey } from "@/domain/query-keys";
import { messages as m } from "@/messages";
import styles from "@/storefront/checkout/checkout.module.css";
import { loadCustomer, type OpenPayment } from "@/storefront/checkout/checkout-storage";
import { ProblemNotice } from "@/storefront/checkout/problem-notice";
import { StepHeading } from "@/storefront/checkout/step-heading";
import { Button } from "@/ui/controls/button";
import { Spinner } from "@/ui/feedback/spinner";
import { BackToCustomer } from "./back-to-customer";
import { HoldCountdown } from "./hold-countdown";
import { PaymentForm, type PaymentFormProps } from "./payment-form";
import { NOT_READY } from "./payment-messages";
import { useStripeAppearance } from "./stripe-appearance";
import { stripeFor } from "./stripe-loader";
import { useHold } from "./use-hold";

interface PaymentStepProps {
  slug: string;
  payment: OpenPayment;
  focusHeading: boolean;
  onPaid: (payment: { paymentIntentId: string; clientSecret: string }) => void;
  onBack: () => void;
  /** The payment is over without money: its hold has run out, or the server has canceled it. */
  onRelease: () => void;
}

/** The second step: the provider's own form, in our colours. */
export function PaymentStep(props: PaymentStepProps) {
  const { slug, payment, focusHeading, onPaid, onBack, onRelease } = props;
  const provider = usePaymentProvider();
  const hold = useHold(payment.holdExpiresAt);
  const isOver = hold.isOver();
  const hasForm = provider.data !== undefined;
  useEffect(() => {
    if (isOver && !hasForm) onRelease();
  }, [isOver, hasForm, onRelease]);
  return (
    <section className={styles.panel} aria-labelledby="step-heading">
      <StepHeading focus={focusHeading}>{m.storefront.checkoutPayment.payment}</StepHeading>
      {payment.holdExpiresAt ? (
        <HoldCountdown secondsLeft={hold.secondsLeft} hasSlot={payment.slotAt !== undefined} />
      ) : null}
      {provider.data ? (
        <ProviderForm
          {...provider.data}
          {...{ slug, payment, isHoldOver: hold.isOver, onPaid, onBack, onRelease }}
        />
      ) : (
        <>
          {provider.isError ? (
            <>
              <ProblemNotice sentence={NOT_READY.text} />
              <Button onClick={provider.refetch}>{m.storefront.checkoutPayment.tryAgain}</Button>
            </>
          ) : (
            <Spinner label={m.storefront.checkoutPayment.loadingPaymentForm} showLabel />
          )}
          <BackToCustomer onBack={onBack} />
        </>
      )}
    </section>
  );
}

function usePaymentProvider() {
  const { data: config, isError, refetch } = useQuery(configQuery());
  const provider = useQuery({
    queryKey: paymentProviderKey(config?.publishableKey),
    queryFn: config ? async () => ({ config, stripe: await stripeFor(config) }) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    // The provider's object is no data to be compared field by field.
    structuralSharing: false,
    retry: 1,
  });
  return {
    data: provider.data,
    isError: isError || provider.isError,
    refetch: () => void (isError ? refetch() : provider.refetch()),
  };
}

type ProviderFormProps = Omit<PaymentStepProps, "focusHeading"> &
  Pick<PaymentFormProps, "isHoldOver"> &
  NonNullable<ReturnType<typeof usePaymentProvider>["data"]>;

function ProviderForm(props: ProviderFormProps) {
  const { config, stripe, slug, payment, isHoldOver, onPaid, onBack, onRelease } = props;
  const { clientSecret, paymentIntentId } = payment;
  const { name, phone } = loadCustomer(slug, new Date());
  const appearance = useStripeAppearance();
  const options = useMemo<StripeElementsOptions>(
    () => ({ clientSecret, appearance }),
    [clientSecret, appearance],
  );
  return (
    <>
      {config.stripeJsUrl ? <SandboxNote /> : null}
      {/* The provider ignores a new secret in a mounted form; another payment is another form. */}
      <Elements key={clientSecret} stripe={stripe} options={options}>
        <PaymentForm
          clientSecret={clientSecret}
          totalDollars={payment.total}
          billing={{ name, phone }}
          returnUrl={`${window.location.origin}/${slug}/order-confirmation`}
          onPaid={() => onPaid({ paymentIntentId, clientSecret })}
          onBack={onBack}
          isHoldOver={isHoldOver}
          onRelease={onRelease}
        />
      </Elements>
    </>
  );
}

function SandboxNote() {
  return (
    <p className={styles.sandbox}>
      <strong>{m.storefront.checkoutPayment.sandboxNoRealCardIs}</strong>{" "}
      {m.storefront.checkoutPayment.n4242424242424242Pays}
    </p>
  );
}
