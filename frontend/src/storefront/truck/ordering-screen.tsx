import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { MenuItem, Truck } from "@/api/types";
import type { MenuChoice } from "@/components/menu/options-dialog";
import { showToast } from "@/components/ui/toast";
import { CartButton } from "@/features/cart/cart-button";
import { CartDrawer } from "@/features/cart/cart-drawer";
import { countItems, totalsOf } from "@/features/cart/cart-rules";
import { addToCart, correctCart, getCart, useCart } from "@/features/cart/cart-store";
import { checkoutPath, NO_TRUCK_ALERT, slugOfPath } from "@/features/cart/checkout-path";
import { flyToCart } from "@/features/cart/fly-to-cart";
import { newLine } from "@/features/cart/new-line";
import { reconcileCart, soldOutLines } from "@/features/cart/reconcile-cart";
import { useAddedToasts } from "@/features/cart/use-added-toasts";
import { publicMenuQuery } from "@/features/menu/api";
import { Menu } from "@/features/menu/menu";
import { ClosedNotice } from "@/features/trucks/closed-notice";
import { closedReason } from "@/features/trucks/closed-reason";
import { TruckHeader } from "@/features/trucks/truck-header";
import { useCartVisit } from "./cart-visit";
import { useLiveTruck } from "./use-live-truck";

/** A truck that is there: its header, its menu, and the cart that fills up. */
export function OrderingScreen({ slug, truck }: { slug: string; truck: Truck }) {
  const cart = useCart(slug);
  const [cartOpen, setCartOpen] = useState(useCartVisit());
  const added = useAddedToasts(openCart);
  const goToCheckout = useCheckoutNavigation();
  useLiveTruck(slug, truck);
  const soldOut = useReconciledCart(slug, truck._id);
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
      <Menu truckId={truck._id} closedReason={closed} onAdd={handleAdd} />
      <CartButton
        count={countItems(cart.items)}
        subtotalCents={totalsOf(cart.items, truck.taxRate).subtotalCents}
        onClick={openCart}
      />
      <CartDrawer
        slug={slug}
        taxRate={truck.taxRate}
        closedReason={closed}
        soldOut={soldOut}
        open={cartOpen}
        onOpenChange={setCartOpen}
        onCheckout={goToCheckout}
      />
    </>
  );
}

/**
 * Each fresh menu is held against the cart; what changed is applied and said. The first one of a visit
 * takes out what is sold out; later ones leave it, and the line says so until it is back.
 */
function useReconciledCart(slug: string, truckId: string): ReadonlyMap<string, string> {
  const { items: lines } = useCart(slug);
  const { data: menu = NO_MENU, isFetching } = useQuery(publicMenuQuery(truckId));
  const [isLater, setLater] = useState(false);
  const soldOut = soldOutLines(lines, menu);
  useEffect(() => {
    if (menu === NO_MENU || isFetching) return;
    setLater(true);
    const options = { keepSoldOut: isLater };
    const { items, changes } = reconcileCart(getCart(slug).items, menu, options);
    if (changes.length === 0) return;
    correctCart(slug, items, changes);
    showToast({ type: "warning", message: changes.join(". ") });
  }, [slug, menu, isFetching, isLater]);
  useSoldOutToast(isLater ? [...new Set(soldOut.values())].join(" and ") : "");
  return soldOut;
}

/** Whoever is still choosing hears of it before the cart is opened. */
function useSoldOutToast(names: string): void {
  useEffect(() => {
    if (names) showToast({ type: "warning", message: `In your cart and sold out: ${names}` });
  }, [names]);
}

const NO_MENU: MenuItem[] = [];

function useCheckoutNavigation(): () => void {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return () => {
    const slug = slugOfPath(pathname);
    if (slug) navigate(checkoutPath(slug));
    else window.alert(NO_TRUCK_ALERT);
  };
}
