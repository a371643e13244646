import { lazy, type ReactNode, Suspense } from "react";
import { Navigate, Route, Routes, useParams } from "react-router";
import { ErrorBoundary } from "./layouts/error-boundary";
import { PageLoading } from "./layouts/page-loading";
import { RootLayout } from "./layouts/root-layout";
import { HomePage } from "./pages/home-page";

// Each page is its own chunk; only the home page comes with the first load.
const TruckPage = lazy(() =>
  import("./pages/truck-page").then((page) => ({ default: page.TruckPage })),
);
const CheckoutPage = lazy(() =>
  import("./pages/checkout-page").then((page) => ({ default: page.CheckoutPage })),
);
const OrderConfirmationPage = lazy(() =>
  import("./pages/order-confirmation-page").then((page) => ({
    default: page.OrderConfirmationPage,
  })),
);
const TrackingPage = lazy(() =>
  import("./pages/tracking-page").then((page) => ({ default: page.TrackingPage })),
);
const ApiTestPage = lazy(() =>
  import("./pages/api-test-page").then((page) => ({ default: page.ApiTestPage })),
);
const MenuTestPage = lazy(() =>
  import("./pages/menu-test-page").then((page) => ({ default: page.MenuTestPage })),
);
const AdminRoutes = lazy(() =>
  import("./admin/admin-routes").then((routes) => ({ default: routes.AdminRoutes })),
);

/**
 * The route table. Static paths win over `/:slug`, so a reserved first segment is simply listed
 * here as its own route. What lies below /admin is listed in admin/admin-routes.tsx.
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
      <Route
        path="admin/*"
        element={
          <ErrorBoundary comfort="You stay signed in.">
            <Suspense fallback={<PageLoading />}>
              <AdminRoutes />
            </Suspense>
          </ErrorBoundary>
        }
      />
    </Routes>
  );
}

/** Hands the slug of the address to a page. */
function WithSlug({ page }: { page: (slug: string) => ReactNode }) {
  const { slug = "" } = useParams();
  return page(slug);
}
