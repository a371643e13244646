import { useCallback } from "react";
import { useLocation } from "react-router";
import { clearCart } from "@/features/cart/cart-store";
import { clearCheckout } from "@/features/checkout/checkout-storage";
import { rememberOnce } from "@/features/confirmation/confirmed-once";
import { OrderConfirmation } from "@/features/confirmation/order-confirmation";
import { useDocumentTitle } from "@/lib/use-document-title";

export function OrderConfirmationPage({ slug }: { slug: string }) {
  useDocumentTitle("Your order");
  const { search } = useLocation();
  const handleConfirmed = useCallback(
    (paymentIntentId: string) => {
      // A reload of an old confirmation must leave the next order's cart alone.
      if (!rememberOnce(paymentIntentId)) return;
      clearCart(slug);
      clearCheckout(slug);
    },
    [slug],
  );
  return <OrderConfirmation slug={slug} search={search} onConfirmed={handleConfirmed} />;
}
