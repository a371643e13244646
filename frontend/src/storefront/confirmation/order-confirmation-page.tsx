import { useCallback, useEffect } from "react";
import { stored, TEXT } from "@/domain/stored";
import { messages as m } from "@/messages";
import { clearCart, useCart } from "@/storefront/cart/cart-store";
import { finishCheckout } from "@/storefront/checkout/checkout-storage";
import { saveOrder } from "@/storefront/my-orders/saved-orders";
import { type CART_KEPT, checkoutPath, truckPath } from "@/storefront/page-paths";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Button, ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Row, Text } from "@/ui/layout";
import styles from "./confirmation.module.css";
import { forgetSentSms } from "./confirmation-sms";
import { ConfirmedScreen, FocusedHeading } from "./confirmed-screen";
import {
  type ConfirmedOrder,
  type PaymentReference,
  usePaymentReference,
  useVerification,
} from "./payment-verification";

export function OrderConfirmationPage({ slug }: { slug: string }) {
  useDocumentTitle(m.common.yourOrder);
  const handleConfirmed = useCallback(
    (paymentIntentId: string, { trackingToken, orderNumber, truck }: ConfirmedOrder) => {
      // A reload of an old confirmation must leave the next order's cart alone.
      if (!rememberOnce(paymentIntentId)) return;
      const { cartKept } = (window.history.state ?? {}) as Partial<typeof CART_KEPT>;
      if (!cartKept) {
        clearCart(slug);
        finishCheckout(slug, new Date());
      }
      if (!trackingToken) return;
      saveOrder({ token: trackingToken, slug: truck.slug, truckName: truck.name, orderNumber });
    },
    [slug],
  );
  return <OrderConfirmation slug={slug} onConfirmed={handleConfirmed} />;
}

interface OrderConfirmationProps {
  slug: string;
  /** The order stands: the cart and the checkout have done their work. */
  onConfirmed: (paymentIntentId: string, order: ConfirmedOrder) => void;
}

function OrderConfirmation(props: OrderConfirmationProps) {
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

  function handleNewToken(token: string): void {
    forgetSentSms(paymentIntentId);
    renew(token);
  }

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
          onNewToken={handleNewToken}
        />
      );
  }
}

function LoadingScreen({ processing }: { processing: boolean }) {
  return (
    <div role="status" className={styles.centred}>
      <span aria-hidden="true" className={styles.spinner} />
      <Text as="h1" size="3xl">
        {m.confirmation.verifying.title}
      </Text>
      <p>{m.confirmation.verifying.hint}</p>
      {processing ? <Text soft>{m.confirmation.verifying.slow}</Text> : null}
    </div>
  );
}

interface ErrorScreenProps {
  slug: string;
  message: string;
  paymentIntentId: string;
  onRetry: () => void;
}

function ErrorScreen({ slug, message, paymentIntentId, onRetry }: ErrorScreenProps) {
  return (
    <div className={styles.centred}>
      <FocusedHeading>{m.confirmation.failed.title}</FocusedHeading>
      <p role="alert">{message}</p>
      <Row gap={3} className={styles.actions}>
        <Button variant="primary" onClick={onRetry}>
          {m.common.checkAgain}
        </Button>
        <ButtonLink to={truckPath(slug)}>{m.common.backToMenu}</ButtonLink>
      </Row>
      <Text soft>
        {m.confirmation.failed.support}{" "}
        <Text as="code" breaks>
          {paymentIntentId}
        </Text>
      </Text>
    </div>
  );
}

/** The payment failed for certain. Where the cart is still there, the way to pay for it is short. */
function UnpaidScreen({ slug }: { slug: string }) {
  const hasCart = useCart(slug).items.length > 0;
  return (
    <div className={styles.centred}>
      <FocusedHeading>{m.confirmation.declined.title}</FocusedHeading>
      <p role="alert">
        {hasCart ? m.confirmation.declined.cartKept : m.confirmation.declined.nothingCharged}
      </p>
      <Row gap={3} className={styles.actions}>
        {hasCart ? (
          <ButtonLink to={checkoutPath(slug)} variant="primary">
            {m.confirmation.declined.back}
          </ButtonLink>
        ) : null}
        <ButtonLink to={truckPath(slug)} variant={hasCart ? "secondary" : "primary"}>
          {m.common.backToMenu}
        </ButtonLink>
      </Row>
    </div>
  );
}

function NoOrderScreen({ slug }: { slug: string }) {
  return (
    <EmptyState
      headingLevel="h1"
      title={m.confirmation.missing.title}
      description={m.confirmation.missing.hint}
      action={
        <ButtonLink to={truckPath(slug)} variant="primary">
          {m.common.backToMenu}
        </ButtonLink>
      }
    />
  );
}

/** Remembers that a payment was confirmed on this device; true the first time only. */
function rememberOnce(paymentIntentId: string): boolean {
  const mark = stored(`chuckwagon:confirmed:${paymentIntentId}`, TEXT);
  if (mark.read() !== null) return false;
  mark.write("1");
  return true;
}
