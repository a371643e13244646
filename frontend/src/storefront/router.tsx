import { lazy, type ReactNode } from "react";
import { Navigate, Route, Routes, useParams } from "react-router";
import { HomePage } from "@/storefront/home/home-page";
import { RootLayout } from "@/storefront/layout/root-layout";
import { loadOrderingMessages } from "@/storefront/messages";

// Each page is its own chunk; only the home page comes with the first load.
const TruckPage = lazy(() =>
  import("@/storefront/truck/truck-page").then((page) => ({ default: page.TruckPage })),
);
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
const ApiTestPage = lazy(() =>
  import("@/storefront/dev-tools/api-test-page").then((page) => ({ default: page.ApiTestPage })),
);
const MenuTestPage = lazy(() =>
  import("@/storefront/dev-tools/menu-test-page").then((page) => ({ default: page.MenuTestPage })),
);

/**
 * The route table. Static paths win over `/:slug`, so a reserved first segment is simply listed
 * here as its own route. What lies below /admin belongs to the staff's entry (staff/routes.tsx).
 */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<RootLayout />}>
        <Route index element={<HomePage />} />

        <Route path="api-test" element={<ApiTestPage />} />
        <Route path="menu-test" element={<MenuTestPage />} />
        <Route path="truck" element={<TruckPage slug={undefined} />} />
        <Route path="truck/checkout" element={<CheckoutPage slug={undefined} />} />
        {["/:slug", "/truck/:slug"].map((base) => (
          <Route key={base} path={base}>
            <Route index element={<WithSlug page={(slug) => <TruckPage slug={slug} />} />} />
            <Route
              path="checkout"
              element={<WithSlug page={(slug) => <CheckoutPage slug={slug} />} />}
            />
            <Route
              path="order-confirmation"
              element={<WithSlug page={(slug) => <OrderConfirmationPage slug={slug} />} />}
            />
            <Route
              path="order/:token"
              element={<WithSlug page={(slug) => <TrackingPage slug={slug} />} />}
            />
          </Route>
        ))}

        <Route path="*" element={<Navigate to="/" replace />} />
      </Route>
    </Routes>
  );
}

/** Hands the slug of the address to a page. */
function WithSlug({ page }: { page: (slug: string) => ReactNode }) {
  const { slug = "" } = useParams();
  return page(slug);
}
