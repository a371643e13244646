import { useCallback } from "react";
import { messages as m } from "@/messages";
import { clearCart } from "@/storefront/cart/cart-store";
import { finishCheckout } from "@/storefront/checkout/checkout-storage";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { rememberOnce } from "./confirmed-once";
import { OrderConfirmation } from "./order-confirmation";

export function OrderConfirmationPage({ slug }: { slug: string }) {
  useDocumentTitle(m.storefront.confirmation.yourOrder);
  const handleConfirmed = useCallback(
    (paymentIntentId: string) => {
      // A reload of an old confirmation must leave the next order's cart alone.
      if (!rememberOnce(paymentIntentId)) return;
      clearCart(slug);
      finishCheckout(slug, new Date());
    },
    [slug],
  );
  return <OrderConfirmation slug={slug} onConfirmed={handleConfirmed} />;
}
