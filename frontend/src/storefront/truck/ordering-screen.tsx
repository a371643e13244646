import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import type { MenuItem, Truck } from "@/domain/api/types";
import { countItems, totalsOf } from "@/domain/cart/cart-rules";
import { stockByLine } from "@/domain/cart/line-stock";
import { type Choice, newLine } from "@/domain/cart/new-line";
import { reconcileCart, soldOutLines } from "@/domain/cart/reconcile-cart";
import { preorderLabel } from "@/domain/schedule/ordering-words";
import { messages as m } from "@/messages";
import { formatList } from "@/messages/language";
import { CartButton } from "@/storefront/cart/cart-button";
import { CartDrawer } from "@/storefront/cart/cart-drawer";
import { addToCart, correctCart, getCart, useCart } from "@/storefront/cart/cart-store";
import { useCartVisit } from "@/storefront/cart/cart-visit";
import { checkoutPath, slugOfPath } from "@/storefront/cart/checkout-path";
import { flyToCart } from "@/storefront/cart/fly-to-cart";
import { type StopMenu, useStopMenu } from "@/storefront/cart/stock/use-stop-menu";
import { useAddedToasts } from "@/storefront/cart/use-added-toasts";
import { useLiveTruck } from "@/storefront/truck/live/use-live-truck";
import { Menu } from "@/storefront/truck/menu/menu";
import { ChangeBanner } from "@/storefront/truck/schedule/change-banner";
import { StopStrip } from "@/storefront/truck/schedule/stop-strip";
import { useOrderingStop } from "@/storefront/truck/schedule/use-ordering-stop";
import { useNow } from "@/ui/browser/use-now";
import { showToast } from "@/ui/feedback/toast";
import { ClosedNotice } from "./closed-notice";
import { LinkedOffer } from "./linked-offer";
import { TruckHeader } from "./truck-header";
import { useLostDemand } from "./use-lost-demand";

/** A truck that is there: its header, its menu, and the cart that fills up. */
export function OrderingScreen({ slug, truck }: { slug: string; truck: Truck }) {
  const cart = useCart(slug);
  const [cartOpen, setCartOpen] = useState(useCartVisit());
  const added = useAddedToasts(openCart);
  const goToCheckout = useCheckoutNavigation();
  const now = useNow();
  const order = useOrderingStop(slug, truck, now);
  const stopMenu = useStopMenu(slug, truck, order);
  useLiveTruck(slug, truck, stopMenu.menu);
  const { soldOut, stock } = useReconciledCart(slug, stopMenu);
  const { schedule, closed } = order;
  const reportSoldOut = useLostDemand(slug, truck, schedule, now);
  const taxRate = schedule.ordering?.place.taxRate ?? truck.taxRate;

  function handleAdd(choice: Choice, image: HTMLElement | null) {
    addToCart(slug, newLine(choice));
    flyToCart(image);
    added.show(choice.menuItem.name);
  }

  function openCart() {
    added.dismiss();
    setCartOpen(true);
  }

  return (
    <>
      {closed ? <ClosedNotice reason={closed} /> : null}
      <TruckHeader truck={truck}>
        <LinkedOffer slug={slug} />
      </TruckHeader>
      <ChangeBanner slug={slug} schedule={schedule} now={now} />
      {schedule.isMoving ? <StopStrip truck={truck} order={order} now={now} /> : null}
      <Menu
        slug={slug}
        stopMenu={stopMenu}
        closedReason={closed}
        onAdd={handleAdd}
        onSoldOutTap={reportSoldOut}
      />
      <CartButton
        count={countItems(cart.items)}
        subtotalCents={totalsOf(cart.items, taxRate).subtotalCents}
        onClick={openCart}
      />
      <CartDrawer
        slug={slug}
        taxRate={taxRate}
        checkoutLabel={preorderLabel(schedule, now)}
        closedReason={closed}
        soldOut={soldOut}
        stock={stock}
        open={cartOpen}
        onOpenChange={setCartOpen}
        onCheckout={() => goToCheckout(order.search)}
      />
    </>
  );
}

/**
 * Each fresh menu is held against the cart; what changed is applied and said. The first one of a visit
 * takes out what is sold out; later ones leave it, and the line says so until it is back.
 */
function useReconciledCart(slug: string, stopMenu: StopMenu) {
  const { items: lines } = useCart(slug);
  const menu = (stopMenu.isCounted && stopMenu.menu) || NO_MENU;
  const { isFetching } = stopMenu.query;
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
  useSoldOutToast(isLater ? formatList(new Set(soldOut.values())) : "");
  return { soldOut, stock: stockByLine(lines, menu) };
}

/** A customer who is still choosing hears of it before the cart is opened. */
function useSoldOutToast(names: string): void {
  useEffect(() => {
    if (names) showToast({ type: "warning", message: m.truck.menu.cartSoldOut({ names }) });
  }, [names]);
}

const NO_MENU: MenuItem[] = [];

function useCheckoutNavigation(): (search: string) => void {
  const [pathname, navigate] = useLocation();
  return (search) => {
    const slug = slugOfPath(pathname);
    if (slug) navigate(checkoutPath(slug) + search);
    else window.alert(m.cart.truckUnknown);
  };
}
