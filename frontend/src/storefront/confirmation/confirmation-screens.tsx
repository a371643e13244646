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

export function ErrorScreen({ slug, message, paymentIntentId, onRetry }: ErrorScreenProps) {
  return (
    <div className={styles.centred}>
      <FocusedHeading>{m.confirmation.failed.title}</FocusedHeading>
      <p role="alert">{message}</p>
      <Row gap={3} className={styles.actions}>
        <Button variant="primary" onClick={onRetry}>
          {m.common.checkAgain}
        </Button>
        <ButtonLink to={`/${slug}`}>{m.common.backToMenu}</ButtonLink>
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
export function UnpaidScreen({ slug }: { slug: string }) {
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
        <ButtonLink to={`/${slug}`} variant={hasCart ? "secondary" : "primary"}>
          {m.common.backToMenu}
        </ButtonLink>
      </Row>
    </div>
  );
}

export function NoOrderScreen({ slug }: { slug: string }) {
  return (
    <EmptyState
      headingLevel="h1"
      title={m.confirmation.missing.title}
      description={m.confirmation.missing.hint}
      action={
        <ButtonLink to={`/${slug}`} variant="primary">
          {m.common.backToMenu}
        </ButtonLink>
      }
    />
  );
}
