import { useCallback } from "react";
import { messages as m } from "@/messages";
import { clearCart } from "@/storefront/cart/cart-store";
import type { CART_KEPT } from "@/storefront/cart/checkout-path";
import { finishCheckout } from "@/storefront/checkout/checkout-storage";
import { saveOrder } from "@/storefront/my-orders/saved-orders";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import type { ConfirmedOrder } from "./api";
import { rememberOnce } from "./confirmed-once";
import { OrderConfirmation } from "./order-confirmation";

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
