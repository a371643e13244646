import type { ReactNode } from "react";
import { ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import styles from "./checkout.module.css";

/** The address names no truck. */
export function InvalidCheckoutUrl() {
  return (
    <EmptyState
      headingLevel="h1"
      title="Invalid URL"
      description="This checkout address names no food truck. Choose a truck and start from its menu."
      action={
        <ButtonLink to="/" variant="primary">
          Browse Food Trucks
        </ButtonLink>
      }
    />
  );
}

interface EmptyCartScreenProps {
  menuPath: string;
  /** Why the cart is empty, when it was not the customer who emptied it. */
  notice: ReactNode;
}

export function EmptyCartScreen({ menuPath, notice }: EmptyCartScreenProps) {
  return (
    <div className={styles.page}>
      {notice}
      <EmptyState
        headingLevel="h1"
        title="Your cart is empty"
        description="Pick something good first."
        action={
          <ButtonLink to={menuPath} variant="primary">
            Back to Menu
          </ButtonLink>
        }
      />
    </div>
  );
}
