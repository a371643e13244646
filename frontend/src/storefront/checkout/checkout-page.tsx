import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { configQuery } from "@/domain/api/config";
import { errorMessage } from "@/domain/api/errors";
import { checkoutCart } from "@/domain/cart/cart-rules";
import { readAgain } from "@/domain/live/record-versions";
import { allComingStopsKey } from "@/domain/query-keys";
import { allSlotsKey } from "@/domain/schedule/slot-keys";
import { reloadPage } from "@/domain/stored";
import { truckBySlugQuery } from "@/domain/trucks/truck-by-slug";
import { DEFAULT_TAX_RATE } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { CartChanges } from "@/storefront/cart/cart-notices";
import { acknowledgeChanges, setLineQuantity } from "@/storefront/cart/cart-store";
import { confirmationPath } from "@/storefront/cart/checkout-path";
import { ShortLinesNotice, SoldOutNotice } from "@/storefront/cart/stock-notices";
import { useCheckoutCart } from "@/storefront/cart/use-checkout-cart";
import { useStopMenu } from "@/storefront/cart/use-stop-menu";
import { useSlots } from "@/storefront/checkout/slots/use-slots";
import { whenNextOrders } from "@/storefront/checkout/slots/when-next";
import { useWebApp } from "@/storefront/layout/use-web-app";
import { ClosedNotice } from "@/storefront/truck/closed-notice";
import { useLiveTruck } from "@/storefront/truck/use-live-truck";
import { useOrderingStop } from "@/storefront/truck/use-ordering-stop";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { useNow } from "@/ui/browser/use-now";
import { ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { Stack } from "@/ui/layout";
import { PageLoading } from "@/ui/layout/page-loading";
import { Checkout } from "./checkout";
import styles from "./checkout.module.css";

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

/** Here the cart and the checkout meet. */
function CheckoutOfTruck({ slug }: { slug: string }) {
  const [, navigate] = useLocation();
  const truck = useQuery(truckBySlugQuery(slug));
  const config = useQuery(configQuery());
  const now = useNow();
  const order = useOrderingStop(slug, truck.data, now);
  const stopMenu = useStopMenu(slug, truck.data, order);
  // What is being confirmed is for the cart as it was: no other tab and no change at the truck takes the page away.
  const [isConfirming, setConfirming] = useState(false);
  const { soldOut, short, units, handleConflict, ...live } = useCheckoutCart(slug, stopMenu);
  const cart = useKept(live.cart, isConfirming);
  useLiveTruck(slug, truck.data, stopMenu.menu);
  useWebApp(truck.data);
  const { schedule, closed, search } = order;
  const stop = schedule.ordering;
  const slots = useSlots({ slug, truck: truck.data, stop, units });
  const client = useQueryClient();
  const taxRate = stop?.place.taxRate ?? truck.data?.taxRate ?? DEFAULT_TAX_RATE;
  const menuPath = `/${slug}${search}`;
  const notice = (
    <CartChanges changes={cart.changes} onAcknowledge={() => acknowledgeChanges(slug)} />
  );

  if (cart.items.length === 0) return <EmptyCartScreen menuPath={menuPath} notice={notice} />;
  return (
    <Checkout
      slug={slug}
      backTo={menuPath}
      cart={checkoutCart(cart, taxRate)}
      taxRate={taxRate}
      cartNotice={notice}
      truckNotice={
        <>
          {closed ? <ClosedNotice reason={closed} /> : null}
          <SoldOutNotice
            items={cart.items}
            soldOut={soldOut}
            onRemove={(id) => setLineQuantity(slug, id, 0)}
          />
          <ShortLinesNotice
            items={cart.items}
            short={short}
            onQuantity={(id, quantity) => setLineQuantity(slug, id, quantity)}
          />
        </>
      }
      blocked={closed ?? blockedByStock(soldOut.size, short.size)}
      truck={truck.data}
      stop={stop}
      slots={slots}
      units={units}
      whenNext={truck.data && stop ? whenNextOrders(truck.data, stop, now) : null}
      loadTruck={async () => (await truck.refetch({ cancelRefetch: false })).data}
      truckFailure={truck.isError ? errorMessage(truck.error) : null}
      onRetryTruck={() => void truck.refetch()}
      config={config.data}
      onCartConflict={handleConflict}
      onTruckOutdated={() => {
        void truck.refetch();
        void readAgain(client, allComingStopsKey());
      }}
      onConfirming={setConfirming}
      onSlotsOutdated={() => void readAgain(client, allSlotsKey(slug))}
      // Going back from the confirmation must not lead into a paid payment.
      onPaid={(payment) => navigate(confirmationPath(slug, payment), { replace: true })}
    />
  );
}

/** The value of now; while it is kept, the one from before. */
function useKept<T>(value: T, isKept: boolean): T {
  const [last, setLast] = useState(value);
  if (!isKept && last !== value) setLast(value);
  return isKept ? last : value;
}

function blockedByStock(soldOut: number, short: number): string | null {
  if (soldOut > 0) return m.checkout.stock.soldOut;
  return short > 0 ? m.checkout.stock.short : null;
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

interface EmptyCartScreenProps {
  menuPath: string;
  /** Why the cart is empty, when it was not the customer who emptied it. */
  notice: ReactNode;
}

function EmptyCartScreen({ menuPath, notice }: EmptyCartScreenProps) {
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
