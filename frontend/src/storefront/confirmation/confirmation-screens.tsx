import { messages as m } from "@/messages";
import { useCart } from "@/storefront/cart/cart-store";
import { checkoutPath } from "@/storefront/cart/checkout-path";
import { Button, ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { Row, Text } from "@/ui/layout";
import styles from "./confirmation.module.css";
import { FocusedHeading } from "./focused-heading";

export function LoadingScreen({ processing }: { processing: boolean }) {
  return (
    <div role="status" className={styles.centred}>
      <span aria-hidden="true" className={styles.spinner} />
      <Text as="h1" size="3xl">
        {m.storefront.confirmation.confirmingYourOrder}
      </Text>
      <p>{m.storefront.confirmation.pleaseWaitWhileWeProcess}</p>
      {processing ? <Text soft>{m.storefront.confirmation.yourBankIsStillWorking}</Text> : null}
    </div>
  );
}

interface ErrorScreenProps {
  slug: string;
  message: string;
  paymentIntentId: string;
  onRetry: () => void;
}

export function ErrorScreen({ slug, message, paymentIntentId, onRetry }: ErrorScreenProps) {
  return (
    <div className={styles.centred}>
      <FocusedHeading>{m.storefront.confirmation.paymentVerificationError}</FocusedHeading>
      <p role="alert">{message}</p>
      <Row gap={3} className={styles.actions}>
        <Button variant="primary" onClick={onRetry}>
          {m.storefront.confirmation.checkAgain}
        </Button>
        <ButtonLink to={`/${slug}`}>{m.storefront.confirmation.backToMenu}</ButtonLink>
      </Row>
      <Text soft>
        {m.storefront.confirmation.ifYouWereChargedPlease}{" "}
        <Text as="code" breaks>
          {paymentIntentId}
        </Text>
      </Text>
    </div>
  );
}

/** The payment failed for certain. Where the cart is still there, the way to pay for it is short. */
export function UnpaidScreen({ slug }: { slug: string }) {
  const hasCart = useCart(slug).items.length > 0;
  return (
    <div className={styles.centred}>
      <FocusedHeading>{m.storefront.confirmation.paymentDidNotGoThrough}</FocusedHeading>
      <p role="alert">
        {hasCart
          ? m.storefront.confirmation.nothingChargedCartKept
          : m.storefront.confirmation.nothingCharged}
      </p>
      <Row gap={3} className={styles.actions}>
        {hasCart ? (
          <ButtonLink to={checkoutPath(slug)} variant="primary">
            {m.storefront.confirmation.backToCheckout}
          </ButtonLink>
        ) : null}
        <ButtonLink to={`/${slug}`} variant={hasCart ? "secondary" : "primary"}>
          {m.storefront.confirmation.backToMenu}
        </ButtonLink>
      </Row>
    </div>
  );
}

export function NoOrderScreen({ slug }: { slug: string }) {
  return (
    <EmptyState
      headingLevel="h1"
      title={m.storefront.confirmation.noOrderFound}
      description={m.storefront.confirmation.weCouldntFindOrderDetails}
      action={
        <ButtonLink to={`/${slug}`} variant="primary">
          {m.storefront.confirmation.backToMenu}
        </ButtonLink>
      }
    />
  );
}
