import { type ComponentType, isValidElement, lazy, Suspense } from "react";
import { matchRoutes, Navigate, type RouteObject } from "react-router";
import { PageLoading } from "@/ui/layout/page-loading";
import { SignedIn, SignedOut, SuperadminOnly } from "./guards";
import { AdminLayout } from "./shell/admin-layout";
import { KitchenLayout } from "./shell/kitchen-layout";
import { RouteFailure } from "./shell/route-failure";
import { StaffRoot } from "./shell/staff-root";
import { ToStorefront } from "./shell/to-storefront";

const LoginPage = page(() => import("@/staff/sign-in/login-page"), "LoginPage");
const ForgotPasswordPage = page(
  () => import("@/staff/sign-in/forgot-password-page"),
  "ForgotPasswordPage",
);
const EmailLinkPage = page(() => import("@/staff/sign-in/email-link-page"), "EmailLinkPage");
const ConfirmEmailPage = page(
  () => import("@/staff/sign-in/confirm-email-page"),
  "ConfirmEmailPage",
);
const DashboardPage = page(() => import("@/staff/dashboard/dashboard-page"), "DashboardPage");
const MenuPage = page(() => import("@/staff/menu/list/menu-page"), "MenuPage");
const MenuItemFormPage = page(
  () => import("@/staff/menu/editor/menu-item-form-page"),
  "MenuItemFormPage",
);
const OrdersPage = page(() => import("@/staff/orders/board/orders-page"), "OrdersPage");
const CounterPage = page(() => import("@/staff/orders/counter/counter-page"), "CounterPage");
const OrderPrintPage = page(
  () => import("@/staff/orders/print/order-print-page"),
  "OrderPrintPage",
);
const OrderPage = page(() => import("@/staff/orders/detail/order-page"), "OrderPage");
const DisputesPage = page(() => import("@/staff/orders/disputes/disputes-page"), "DisputesPage");
const KitchenPage = page(() => import("@/staff/orders/kitchen/kitchen-page"), "KitchenPage");
const LedgerPage = page(() => import("@/staff/money/ledger/ledger-page"), "LedgerPage");
const HeldPaymentsPage = page(
  () => import("@/staff/money/held/held-payments-page"),
  "HeldPaymentsPage",
);
const SchedulePage = page(() => import("@/staff/schedule/schedule-page"), "SchedulePage");
const OffersPage = page(() => import("@/staff/offers/offers-page"), "OffersPage");
const PrepSheetPage = page(
  () => import("@/staff/reports/prep-sheet/prep-sheet-page"),
  "PrepSheetPage",
);
const TrucksPage = page(() => import("@/staff/trucks/list/trucks-page"), "TrucksPage");
const TruckFormPage = page(() => import("@/staff/trucks/form/truck-form-page"), "TruckFormPage");
const CustomersPage = page(() => import("@/staff/customers/customers-page"), "CustomersPage");
const CustomerPage = page(() => import("@/staff/customers/customer-page"), "CustomerPage");
const AnalyticsPage = page(
  () => import("@/staff/reports/analytics/analytics-page"),
  "AnalyticsPage",
);
const ActivityPage = page(() => import("@/staff/reports/activity/activity-page"), "ActivityPage");
const UsersPage = page(() => import("@/staff/team/users-page"), "UsersPage");
const PosterPage = page(() => import("@/staff/poster/poster-page"), "PosterPage");
const ProfilePage = page(() => import("@/staff/profile/profile-page"), "ProfilePage");

const SUPERADMIN_ROUTES: RouteObject[] = [
  { path: "trucks", element: <TrucksPage /> },
  { path: "trucks/new", element: <TruckFormPage /> },
  { path: "trucks/edit/:id", element: <TruckFormPage /> },
  { path: "ledger", element: <LedgerPage /> },
  { path: "held-payments", element: <HeldPaymentsPage /> },
  { path: "users", element: <UsersPage /> },
  { path: "audit", element: <ActivityPage /> },
];

const OFFICE_ROUTES: RouteObject[] = [
  { index: true, element: <Navigate to="/admin/dashboard" replace /> },
  { path: "dashboard", element: <DashboardPage /> },
  { path: "orders", element: <OrdersPage /> },
  { path: "orders/new", element: <CounterPage /> },
  { path: "orders/:id", element: <OrderPage /> },
  { path: "menu", element: <MenuPage /> },
  { path: "menu/new", element: <MenuItemFormPage /> },
  { path: "menu/edit/:id", element: <MenuItemFormPage /> },
  { path: "schedule", element: <SchedulePage /> },
  { path: "schedule/stops/:id/prep-sheet", element: <PrepSheetPage /> },
  { path: "offers", element: <OffersPage /> },
  { path: "customers", element: <CustomersPage /> },
  { path: "customers/:id", element: <CustomerPage /> },
  { path: "analytics", element: <AnalyticsPage /> },
  { path: "disputes", element: <DisputesPage /> },
  { path: "profile", element: <ProfilePage /> },
  { element: <SuperadminOnly />, children: SUPERADMIN_ROUTES },
];

/** The route table of the staff's entry. Each page is its own chunk. */
export const staffRoutes: RouteObject[] = [
  {
    element: <StaffRoot />,
    errorElement: <RouteFailure />,
    children: [
      {
        path: "/admin",
        children: [
          {
            path: "login",
            element: (
              <SignedOut>
                <LoginPage />
              </SignedOut>
            ),
          },
          { path: "forgot-password", element: <ForgotPasswordPage /> },
          { path: "set-password", element: <EmailLinkPage /> },
          { path: "confirm-email", element: <ConfirmEmailPage /> },
          {
            element: (
              <SignedIn>
                <AdminLayout />
              </SignedIn>
            ),
            children: OFFICE_ROUTES,
          },
          {
            element: (
              <SignedIn>
                <KitchenLayout />
              </SignedIn>
            ),
            children: [{ path: "kitchen", element: <KitchenPage /> }],
          },
          {
            path: "poster",
            element: (
              <SignedIn>
                <Suspense fallback={<PageLoading />}>
                  <PosterPage />
                </Suspense>
              </SignedIn>
            ),
          },
          {
            path: "orders/:id/print",
            element: (
              <SignedIn>
                <Suspense fallback={<PageLoading />}>
                  <OrderPrintPage />
                </Suspense>
              </SignedIn>
            ),
          },
        ],
      },
      { path: "*", element: <ToStorefront /> },
    ],
  },
];

/** Starts to load the page of an address, before the session is known that it waits for. */
export function preloadPage(pathname: string): void {
  for (const { route } of matchRoutes(staffRoutes, pathname) ?? []) {
    const type = isValidElement(route.element) ? route.element.type : null;
    // What fails here is told where the page renders.
    if (type && typeof type === "object" && "preload" in type) (type as Page).preload();
  }
}

type Page = ComponentType & { preload: () => void };

/** A page in its own chunk, by the name it is exported under. */
function page<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): Page {
  const shown = lazy<ComponentType>(async () => ({ default: (await load())[name] }));
  return Object.assign(shown, {
    preload: () => void load().catch(() => undefined),
  }) as unknown as Page;
}
