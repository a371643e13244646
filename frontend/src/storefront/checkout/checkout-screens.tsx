import type { ReactNode } from "react";
import { messages as m } from "@/messages";
import { ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import styles from "./checkout.module.css";

/** The address names no truck. */
export function InvalidCheckoutUrl() {
  return (
    <EmptyState
      headingLevel="h1"
      title={m.storefront.checkout.invalidUrl}
      description={m.storefront.checkout.thisCheckoutAddressNamesNo}
      action={
        <ButtonLink to="/" variant="primary">
          {m.storefront.checkout.browseFoodTrucks}
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
        title={m.storefront.checkout.yourCartIsEmpty}
        description={m.storefront.checkout.pickSomethingGoodFirst}
        action={
          <ButtonLink to={menuPath} variant="primary">
            {m.storefront.checkout.backToMenu}
          </ButtonLink>
        }
      />
    </div>
  );
}
