import { lazy } from "react";
import { Redirect, Route, Switch } from "wouter";
import { HomePage } from "@/storefront/home/home-page";
import { RootLayout } from "@/storefront/layout/root-layout";
import { loadOrderingMessages, loadTruckMessages } from "@/storefront/load-messages";

// Each page is its own chunk; only the home page comes with the first load.
const TruckPage = lazy(async () => {
  const [page] = await Promise.all([import("@/storefront/truck/truck-page"), loadTruckMessages()]);
  return { default: page.TruckPage };
});
const CheckoutPage = lazy(async () => {
  const [page] = await Promise.all([
    import("@/storefront/checkout/checkout-page"),
    loadOrderingMessages(),
  ]);
  return { default: page.CheckoutPage };
});
const OrderConfirmationPage = lazy(async () => {
  const [page] = await Promise.all([
    import("@/storefront/confirmation/order-confirmation-page"),
    loadOrderingMessages(),
  ]);
  return { default: page.OrderConfirmationPage };
});
const TrackingPage = lazy(async () => {
  const [page] = await Promise.all([
    import("@/storefront/tracking/tracking-page"),
    loadOrderingMessages(),
  ]);
  return { default: page.TrackingPage };
});
const MyOrdersPage = lazy(async () => {
  const [page] = await Promise.all([
    import("@/storefront/my-orders/my-orders-page"),
    loadOrderingMessages(),
  ]);
  return { default: page.MyOrdersPage };
});
const LookupPage = lazy(() =>
  import("@/storefront/developer-pages/api-and-menu-test-pages").then((page) => ({
    default: page.LookupPage,
  })),
);

/** A truck's pages, short and as they were once shared. */
const TRUCK_PATHS = ["/:slug", "/truck/:slug"] as const;

/**
 * The route table; the first path that fits wins, so a reserved first segment is listed before the trucks. What lies
 * below /admin belongs to the staff's entry (staff/routes.tsx).
 */
export function AppRoutes() {
  return (
    <RootLayout>
      <Switch>
        <Route path="/" component={HomePage} />
        <Route path="/orders" component={MyOrdersPage} />
        <Route path="/api-test">
          <LookupPage tool="api" />
        </Route>
        <Route path="/menu-test">
          <LookupPage tool="menu" />
        </Route>
        <Route path="/truck">
          <TruckPage slug={undefined} />
        </Route>
        <Route path="/truck/checkout">
          <CheckoutPage slug={undefined} />
        </Route>
        {TRUCK_PATHS.flatMap(truckRoutes)}
        <Route>
          <Redirect to="/" replace />
        </Route>
      </Switch>
    </RootLayout>
  );
}

function truckRoutes(path: (typeof TRUCK_PATHS)[number]) {
  return [
    <Route key={path} path={path}>
      {({ slug }) => <TruckPage slug={slug} />}
    </Route>,
    <Route key={`${path}/checkout`} path={`${path}/checkout`}>
      {({ slug }) => <CheckoutPage slug={slug} />}
    </Route>,
    <Route key={`${path}/order-confirmation`} path={`${path}/order-confirmation`}>
      {({ slug }) => <OrderConfirmationPage slug={slug} />}
    </Route>,
    <Route key={`${path}/order/:token`} path={`${path}/order/:token`}>
      {({ slug, token }) => <TrackingPage slug={slug} token={token} />}
    </Route>,
  ];
}
