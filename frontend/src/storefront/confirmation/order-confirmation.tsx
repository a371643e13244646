import { useEffect } from "react";
import type { ConfirmedOrder, PaymentReference } from "./api";
import { ErrorScreen, LoadingScreen, NoOrderScreen, UnpaidScreen } from "./confirmation-screens";
import { ConfirmedScreen } from "./confirmed-screen";
import { usePaymentReference } from "./payment-reference";
import { useVerification } from "./use-verification";

interface OrderConfirmationProps {
  slug: string;
  /** The order stands: the cart and the checkout have done their work. */
  onConfirmed: (paymentIntentId: string, order: ConfirmedOrder) => void;
}

export function OrderConfirmation(props: OrderConfirmationProps) {
  const reference = usePaymentReference();
  if (!reference) return <NoOrderScreen slug={props.slug} />;
  return <VerifiedPayment reference={reference} {...props} />;
}

type VerifiedPaymentProps = OrderConfirmationProps & { reference: PaymentReference };

function VerifiedPayment({ reference, slug, onConfirmed }: VerifiedPaymentProps) {
  const { paymentIntentId } = reference;
  const { verification, retry, renew } = useVerification(reference);
  const order = verification.state === "confirmed" ? verification.order : null;
  useEffect(() => {
    if (order) onConfirmed(paymentIntentId, order);
  }, [order, paymentIntentId, onConfirmed]);

  switch (verification.state) {
    case "waiting":
      return <LoadingScreen processing={verification.processing} />;
    case "failed":
      return (
        <ErrorScreen
          slug={slug}
          message={verification.message}
          paymentIntentId={paymentIntentId}
          onRetry={retry}
        />
      );
    case "unpaid":
      return <UnpaidScreen slug={slug} />;
    case "confirmed":
      return (
        <ConfirmedScreen
          key={verification.order.trackingToken}
          slug={slug}
          paymentIntentId={paymentIntentId}
          status={verification.status}
          order={verification.order}
          onNewToken={renew}
        />
      );
  }
}
