import { Button, ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import styles from "./confirmation.module.css";
import { FocusedHeading } from "./focused-heading";

export function LoadingScreen({ processing }: { processing: boolean }) {
  return (
    <div role="status" className={styles.centred}>
      <span aria-hidden="true" className={styles.spinner} />
      <h1 className={styles.loadingTitle}>Confirming your order...</h1>
      <p>Please wait while we process your payment</p>
      {processing ? (
        <p className={styles.soft}>
          Your bank is still working on it. You can keep this page open; nothing is charged twice.
        </p>
      ) : null}
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
      <FocusedHeading>Payment Verification Error</FocusedHeading>
      <p role="alert">{message}</p>
      <div className={styles.actions}>
        <Button variant="primary" onClick={onRetry}>
          Check again
        </Button>
        <ButtonLink to={`/${slug}`}>Back to Menu</ButtonLink>
      </div>
      <p className={styles.soft}>
        If you were charged, please contact support with payment intent:{" "}
        <code className={styles.reference}>{paymentIntentId}</code>
      </p>
    </div>
  );
}

export function NoOrderScreen({ slug }: { slug: string }) {
  return (
    <EmptyState
      headingLevel="h1"
      title="No Order Found"
      description="We couldn't find order details for this payment."
      action={
        <ButtonLink to={`/${slug}`} variant="primary">
          Back to Menu
        </ButtonLink>
      }
    />
  );
}
