import { Elements } from "@stripe/react-stripe-js";
import type { StripeElementsOptions } from "@stripe/stripe-js";
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { serverConfigQuery } from "@/domain/api/server-config";
import { paymentProviderKey } from "@/domain/query-keys";
import { serverNow } from "@/domain/time/server-clock";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import styles from "@/storefront/checkout/checkout.module.css";
import {
  StepHeading,
  useCheckoutContext,
} from "@/storefront/checkout/checkout-context-and-step-heading";
import type { OpenPayment } from "@/storefront/checkout/checkout-storage";
import { CART_KEPT, confirmationPath } from "@/storefront/page-paths";
import { useSecondsUntil } from "@/ui/browser/use-countdown";
import { Link } from "@/ui/controls/router-link";
import { Notice } from "@/ui/feedback/notice";
import { Spinner } from "@/ui/feedback/spinner";
import { Stack, Text } from "@/ui/layout";
import {
  BackToCustomer,
  NoCardForm,
  PaymentForm,
  type PaymentFormProps,
  useIsLate,
  useStripeAppearance,
} from "./payment-form-and-stripe-appearance";
import { forgetStripe, stripeFor } from "./stripe-loader";
import { NOT_READY } from "./use-payment";

type EarlierPayment = NonNullable<OpenPayment["paidBefore"]>;

/** The second step: the provider's own form, in our colours. Another payment is another form. */
export function PaymentStep() {
  const { payment } = useCheckoutContext();
  return payment ? <PaymentPanel key={payment.clientSecret} payment={payment} /> : null;
}

function PaymentPanel({ payment }: { payment: OpenPayment }) {
  const { order, backToCustomer, release } = useCheckoutContext();
  const provider = usePaymentProvider();
  const hold = useHold(payment.holdExpiresAt);
  const isOver = hold.isOver();
  const hasForm = provider.data !== undefined;
  const isLate = useIsLate(!hasForm && !provider.isError);
  useEffect(() => {
    if (isOver && !hasForm) release();
  }, [isOver, hasForm, release]);
  return (
    <Stack
      as="section"
      gap={5}
      surface="card"
      radius="card"
      raised
      className={styles.panel}
      aria-labelledby="step-heading"
    >
      <StepHeading>{m.common.payment}</StepHeading>
      {payment.holdExpiresAt ? (
        <HoldCountdown secondsLeft={hold.secondsLeft} hasSlot={payment.slotAt !== undefined} />
      ) : null}
      {payment.paidBefore ? <PaidBefore slug={order.slug} earlier={payment.paidBefore} /> : null}
      {provider.data ? (
        <ProviderForm
          {...provider.data}
          payment={payment}
          isHoldOver={hold.isOver}
          onReload={provider.reload}
        />
      ) : (
        <>
          {provider.isError ? null : <Spinner label={m.payment.loadingForm} showLabel />}
          {provider.isError || isLate ? (
            <NoCardForm
              sentence={provider.isError ? NOT_READY.text : null}
              isAlert
              onRetry={provider.reload}
            />
          ) : null}
          <BackToCustomer onBack={backToCustomer} />
        </>
      )}
    </Stack>
  );
}

/** Another cart was paid a short time ago, on a page that was closed before it said so. */
function PaidBefore({ slug, earlier }: { slug: string; earlier: EarlierPayment }) {
  const amount = formatDollars(earlier.total);
  return (
    <Notice
      tone="warning"
      title={m.payment.earlierPaid({ amount })}
      action={
        <Link to={confirmationPath(slug, earlier)} state={CART_KEPT}>
          {m.payment.earlierOpen}
        </Link>
      }
    >
      {m.payment.earlierHint}
    </Notice>
  );
}

function usePaymentProvider() {
  const { data: config, isError, refetch } = useQuery(serverConfigQuery());
  const provider = useQuery({
    queryKey: paymentProviderKey(config?.publishableKey),
    queryFn: config
      ? async () => ({ config, stripe: await stripeFor(config), loadedAt: Date.now() })
      : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    // The provider's object is no data to be compared field by field.
    structuralSharing: false,
    retry: 1,
  });
  const client = useQueryClient();
  function reload(): void {
    if (isError) return void refetch();
    forgetStripe();
    void client.resetQueries({ queryKey: paymentProviderKey(config?.publishableKey) });
  }
  return { data: provider.data, isError: isError || provider.isError, reload };
}

type ProviderFormProps = PaymentFormProps &
  NonNullable<ReturnType<typeof usePaymentProvider>["data"]>;

function ProviderForm({ config, stripe, loadedAt, ...form }: ProviderFormProps) {
  const { clientSecret } = form.payment;
  const appearance = useStripeAppearance();
  const options = useMemo<StripeElementsOptions>(
    () => ({ clientSecret, appearance }),
    [clientSecret, appearance],
  );
  return (
    <>
      {config.stripeJsUrl ? <SandboxNote /> : null}
      {/* The provider ignores a new secret or object in a mounted form; another payment is another form. */}
      <Elements key={`${clientSecret} ${loadedAt}`} stripe={stripe} options={options}>
        <PaymentForm {...form} />
      </Elements>
    </>
  );
}

function SandboxNote() {
  return (
    <Text padding={4} paddingBlock={3} surface="warning" radius="control" size="s">
      <strong>{m.payment.sandbox}</strong> {m.payment.sandboxCards}
    </Text>
  );
}

/** How long before its end a hold is counted down. */
const COUNTED_SECONDS = 120;

/** Follows the hold of a pickup slot until an instant (ISO 8601); none where nothing is held. */
function useHold(until: string | undefined) {
  // A clock that is ahead by the whole hold says nothing about it: then only the provider tells that it is over.
  const [endsAt] = useState(() => {
    const end = Date.parse(until ?? "");
    return end > serverNow() ? end : Number.POSITIVE_INFINITY;
  });
  const secondsLeft = useSecondsUntil(endsAt, COUNTED_SECONDS);
  return { secondsLeft, isOver: () => serverNow() >= endsAt };
}

/** Seconds at which the time that is left is read out; each second would drown the form. */
const READ_OUT = [10, 30, 60, 120];

interface HoldCountdownProps {
  secondsLeft: number | null;
  /** Whether a pickup slot is held; otherwise it is the price of an offer. */
  hasSlot: boolean;
}

/** The last two minutes for which a pickup slot or an offer is held. */
function HoldCountdown({ secondsLeft, hasSlot }: HoldCountdownProps) {
  const isShown = secondsLeft !== null && secondsLeft > 0;
  return (
    // Out of the way while it has nothing to show, because an empty row would hold the form down.
    <div className={isShown ? undefined : "visually-hidden"}>
      {isShown ? (
        <Text
          surface="warning"
          radius="control"
          tone="warning"
          weight={700}
          tabular
          aria-hidden="true"
          className={styles.time}
        >
          {m.pickup.heldFor({ time: clock(secondsLeft) })}
        </Text>
      ) : null}
      <p role="status" aria-live="polite" className="visually-hidden">
        {isShown ? spoken(secondsLeft, hasSlot) : ""}
      </p>
    </div>
  );
}

/** "1:05". */
function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The same sentence until the next one is due. */
function spoken(secondsLeft: number, hasSlot: boolean): string {
  const seconds = READ_OUT.find((limit) => secondsLeft <= limit) ?? secondsLeft;
  if (!hasSlot)
    return seconds < 60
      ? m.checkout.hold.priceSeconds({ seconds })
      : m.checkout.hold.priceMinutes({ minutes: seconds / 60 });
  return seconds < 60
    ? m.pickup.heldSeconds({ seconds })
    : m.pickup.heldMinutes({ minutes: seconds / 60 });
}
