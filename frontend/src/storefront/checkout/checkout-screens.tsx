import type { ReactNode } from "react";
import { messages as m } from "@/messages";
import { ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { Stack } from "@/ui/layout";
import styles from "./checkout.module.css";

/** The address names no truck. */
export function InvalidCheckoutUrl() {
  return (
    <EmptyState
      headingLevel="h1"
      title={m.checkout.noTruck.title}
      description={m.checkout.noTruck.hint}
      action={
        <ButtonLink to="/" variant="primary">
          {m.common.browseTrucks}
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
    <Stack gap={4} centered className={styles.page}>
      {notice}
      <EmptyState
        headingLevel="h1"
        title={m.common.cartEmpty}
        description={m.checkout.cartEmptyHint}
        action={
          <ButtonLink to={menuPath} variant="primary">
            {m.common.backToMenu}
          </ButtonLink>
        }
      />
    </Stack>
  );
}
