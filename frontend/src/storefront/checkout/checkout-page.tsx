import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { reloadPage } from "@/domain/stored";
import { messages as m } from "@/messages";
import { CartChanges } from "@/storefront/cart/cart-notices";
import { confirmationPath } from "@/storefront/page-paths";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { PageLoading } from "@/ui/feedback/skeletons";
import { Stack } from "@/ui/layout";
import { belowOverlays } from "@/ui/overlay/close-on-back";
import styles from "./checkout.module.css";
import { CheckoutLayout } from "./checkout-layout-and-summary";
import { type OrderDraft, useOrderDraft } from "./use-order-draft";

/** The addresses of orders, as `web/spa.py` tells them. */
const ORDER_PAGE = /\/orders\/?$|\/order\/[^/]+\/?$|\/order-confirmation\/?$/i;

export function CheckoutPage({ slug }: { slug: string | undefined }) {
  useDocumentTitle(m.common.checkout);
  const mayPay = usePayingDocument();
  if (!mayPay) return <PageLoading />;
  return slug ? <CheckoutOfTruck slug={slug} /> : <InvalidCheckoutUrl />;
}

/**
 * Whether this document may load the payment form; otherwise the page is loaded again, from its own address. One that
 * was opened as the page of an order may not, and a document keeps its policy whatever it shows later.
 */
function usePayingDocument(): boolean {
  const [isOfOrder] = useState(() => {
    const [visit] = performance.getEntriesByType("navigation");
    return visit !== undefined && ORDER_PAGE.test(new URL(visit.name).pathname);
  });
  useEffect(() => {
    if (isOfOrder) reloadPage();
  }, [isOfOrder]);
  return !isOfOrder;
}

function CheckoutOfTruck({ slug }: { slug: string }) {
  const [, navigate] = useLocation();
  // What is being confirmed is for the cart as it was: no other tab and no change at the truck takes the page away.
  const [isConfirming, setConfirming] = useState(false);
  const order = useOrderDraft(slug, isConfirming);
  if (order.cart.items.length === 0) return <EmptyCartScreen {...order} />;
  return (
    <CheckoutLayout
      order={order}
      onConfirming={setConfirming}
      // Going back from the confirmation must not lead into a paid payment.
      onPaid={(payment) =>
        belowOverlays(() => navigate(confirmationPath(slug, payment), { replace: true }))
      }
    />
  );
}

/** The address names no truck. */
function InvalidCheckoutUrl() {
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

/** Says why the cart is empty, when it was not the customer who emptied it. */
function EmptyCartScreen({
  slug,
  changes,
  menuPath,
}: Pick<OrderDraft, "slug" | "changes" | "menuPath">) {
  return (
    <Stack gap={4} centered className={styles.page}>
      <CartChanges slug={slug} changes={changes} />
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
