import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Truck } from "@/api/types";
import { showToast } from "@/components/ui/toast";
import { CartButton } from "@/features/cart/cart-button";
import { CartDrawer } from "@/features/cart/cart-drawer";
import { countItems, totalsOf } from "@/features/cart/cart-rules";
import { addToCart, correctCart, getCart, useCart } from "@/features/cart/cart-store";
import { checkoutPath, NO_TRUCK_ALERT, slugOfPath } from "@/features/cart/checkout-path";
import { flyToCart } from "@/features/cart/fly-to-cart";
import { newLine } from "@/features/cart/new-line";
import { reconcileCart } from "@/features/cart/reconcile-cart";
import { useAddedToasts } from "@/features/cart/use-added-toasts";
import { publicMenuQuery } from "@/features/menu/api";
import { Menu } from "@/features/menu/menu";
import type { MenuChoice } from "@/features/menu/options-dialog";
import { ClosedNotice } from "@/features/trucks/closed-notice";
import { closedReason } from "@/features/trucks/closed-reason";
import { TruckHeader } from "@/features/trucks/truck-header";

/** A truck that is there: its header, its menu, and the cart that fills up. */
export function OrderingScreen({ slug, truck }: { slug: string; truck: Truck }) {
  const cart = useCart(slug);
  const [cartOpen, setCartOpen] = useState(false);
  const added = useAddedToasts(openCart);
  const goToCheckout = useCheckoutNavigation();
  useReconciledCart(slug, truck._id);
  const closed = closedReason(truck);

  function handleAdd(choice: MenuChoice, picture: HTMLElement | null) {
    addToCart(slug, newLine(choice));
    flyToCart(picture);
    added.show(choice.menuItem.name);
  }

  function openCart() {
    added.dismiss();
    setCartOpen(true);
  }

  return (
    <>
      {closed ? <ClosedNotice reason={closed} /> : null}
      <TruckHeader truck={truck} />
      <Menu truckId={truck._id} orderable={closed === null} onAdd={handleAdd} />
      <CartButton
        count={countItems(cart.items)}
        subtotalCents={totalsOf(cart.items, truck.taxRate).subtotalCents}
        onClick={openCart}
      />
      <CartDrawer
        slug={slug}
        taxRate={truck.taxRate}
        closedReason={closed}
        open={cartOpen}
        onOpenChange={setCartOpen}
        onCheckout={goToCheckout}
      />
    </>
  );
}

/** Each fresh menu is held against the cart; what changed is applied and said. */
function useReconciledCart(slug: string, truckId: string): void {
  const { data: menu, isFetching } = useQuery(publicMenuQuery(truckId));
  useEffect(() => {
    if (!menu || isFetching) return;
    const { items, changes } = reconcileCart(getCart(slug).items, menu);
    if (changes.length === 0) return;
    correctCart(slug, items, changes);
    showToast({ type: "warning", message: changes.join(". ") });
  }, [slug, menu, isFetching]);
}

function useCheckoutNavigation(): () => void {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return () => {
    const slug = slugOfPath(pathname);
    if (slug) navigate(checkoutPath(slug));
    else window.alert(NO_TRUCK_ALERT);
  };
}
