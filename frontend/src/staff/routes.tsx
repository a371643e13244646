import { type ComponentType, isValidElement, lazy, Suspense, useEffect } from "react";
import { matchRoutes, Navigate, type RouteObject, useRouteError } from "react-router";
import { clientErrors } from "@/domain/api/error-reports/error-reporter";
import { currentLanguage } from "@/messages/language";
import { AdminLayout, StaffRoot, WholeScreenLayout } from "@/staff/shell/layouts";
import { openDocument } from "@/ui/browser/save-file-and-open-document";
import { PageLoading } from "@/ui/feedback/skeletons";
import { PlainErrorScreen } from "@/ui/layout/error-boundary";
import { loadMessages, type StaffCatalog } from "./load-messages";
import { SignedIn, SignedOut, SuperadminOnly } from "./route-guards";

const LoginPage = page(() => import("@/staff/sign-in/login-page"), "LoginPage", ["unsent"]);
const ForgotPasswordPage = page(
  () => import("@/staff/sign-in/forgot-password-page"),
  "ForgotPasswordPage",
);

const SetPasswordPage = page(() => import("@/staff/sign-in/set-password-page"), "SetPasswordPage");
const ConfirmEmailPage = page(
  () => import("@/staff/sign-in/confirm-email-page"),
  "ConfirmEmailPage",
);

const DashboardPage = page(() => import("@/staff/dashboard/dashboard-page"), "DashboardPage", [
  "reports",
]);

const MenuPage = page(() => import("@/staff/menu/list/menu-page"), "MenuPage", [
  "menu",
  "menu-import",
]);
const MenuItemFormPage = page(
  () => import("@/staff/menu/editor/menu-item-form-page"),
  "MenuItemFormPage",
  ["menu"],
);

const OptionSetsPage = page(
  () => import("@/staff/menu/option-sets/option-sets-page"),
  "OptionSetsPage",
  ["menu"],
);

const OrdersPage = page(() => import("@/staff/orders/board/orders-page"), "OrdersPage", [
  "orders",
  "service",
  "unsent",
]);

const CounterPage = page(
  () => import("@/staff/orders/counter/counter-page-and-item-grid"),
  "CounterPage",
  ["orders", "service", "unsent"],
);

const OrderPrintPage = page(
  () => import("@/staff/orders/print/order-print-page"),
  "OrderPrintPage",
  ["orders", "order", "unsent"],
);

const OrderPage = page(() => import("@/staff/orders/detail/order-page"), "OrderPage", [
  "orders",
  "order",
  "service",
  "unsent",
]);

const DisputesPage = page(() => import("@/staff/orders/disputes-page"), "DisputesPage", ["order"]);
const KitchenPage = page(() => import("@/staff/orders/kitchen/kitchen-page"), "KitchenPage", [
  "orders",
  "service",
  "unsent",
]);

const DrawerPage = page(() => import("@/staff/cash-drawer/drawer-page"), "DrawerPage", [
  "schedule",
]);

const DayClosesPage = page(() => import("@/staff/cash-drawer/day-closes-page"), "DayClosesPage", [
  "schedule",
]);

const DayClosePage = page(
  () => import("@/staff/cash-drawer/day-close-sheet-page"),
  "DayClosePage",
  ["schedule"],
);

const LedgerPage = page(() => import("@/staff/money/ledger-page"), "LedgerPage", [
  "office",
  "reports",
]);

const HeldPaymentsPage = page(
  () => import("@/staff/money/held-payments-without-order-page"),
  "HeldPaymentsPage",
  ["office"],
);

const BooksPage = page(() => import("@/staff/money/books-page"), "BooksPage", [
  "office",
  "account",
]);

const TaxesPage = page(() => import("@/staff/money/taxes-page"), "TaxesPage", ["office"]);
const SchedulePage = page(() => import("@/staff/schedule/schedule-page"), "SchedulePage", [
  "schedule",
  "service",
  "reports",
  "orders",
]);

const OffersPage = page(() => import("@/staff/offers/offers-page"), "OffersPage", ["office"]);
const PrepSheetPage = page(
  () => import("@/staff/reports/prep-sheet/prep-sheet-page"),
  "PrepSheetPage",
  ["service"],
);

const TrucksPage = page(() => import("@/staff/trucks/list/trucks-page"), "TrucksPage", ["trucks"]);
const TruckFormPage = page(() => import("@/staff/trucks/form/truck-form-page"), "TruckFormPage", [
  "trucks",
  "service",
]);

const TruckChecklistPage = page(
  () => import("@/staff/trucks/truck-checklist-page"),
  "TruckChecklistPage",
  ["trucks"],
);

const OurTruckPage = page(() => import("@/staff/trucks/form/our-truck-page"), "OurTruckPage", [
  "trucks",
  "service",
]);

const DevicesPage = page(
  () => import("@/staff/devices/devices-page-and-unprinted-jobs"),
  "DevicesPage",
  ["schedule"],
);
const SharePage = page(() => import("@/staff/trucks/share-page"), "SharePage", ["trucks"]);
const CustomersPage = page(() => import("@/staff/customers/customers-page"), "CustomersPage", [
  "office",
]);

const CustomerPage = page(() => import("@/staff/customers/customer-page"), "CustomerPage", [
  "office",
  "orders",
  "unsent",
]);

const AnalyticsPage = page(
  () => import("@/staff/reports/analytics/analytics-page"),
  "AnalyticsPage",
  ["reports", "schedule"],
);

const ActivityPage = page(() => import("@/staff/reports/activity/activity-page"), "ActivityPage", [
  "activity",
]);

const UsersPage = page(() => import("@/staff/team/users-page"), "UsersPage", ["office", "account"]);
const PosterPage = page(() => import("@/staff/poster/poster-page"), "PosterPage", [
  "reports",
  "office",
]);

const ProfilePage = page(
  () => import("@/staff/profile/profile-page-and-alert-devices"),
  "ProfilePage",
  ["account", "orders"],
);

const SUPERADMIN_ROUTES: RouteObject[] = [
  { path: "trucks", element: <TrucksPage /> },
  { path: "trucks/new", element: <TruckFormPage /> },
  { path: "trucks/edit/:id", element: <TruckFormPage /> },
  { path: "trucks/:id", element: <TruckChecklistPage /> },
  { path: "ledger", element: <LedgerPage /> },
  { path: "held-payments", element: <HeldPaymentsPage /> },
  { path: "users", element: <UsersPage /> },
  { path: "audit", element: <ActivityPage /> },
];

const OFFICE_ROUTES: RouteObject[] = [
  { index: true, element: <Navigate to="/admin/dashboard" replace /> },
  { path: "dashboard", element: <DashboardPage /> },
  { path: "orders", element: <OrdersPage /> },
  { path: "orders/:id", element: <OrderPage /> },
  { path: "menu", element: <MenuPage /> },
  { path: "menu/new", element: <MenuItemFormPage /> },
  { path: "menu/sets", element: <OptionSetsPage /> },
  { path: "menu/edit/:id", element: <MenuItemFormPage /> },
  { path: "schedule", element: <SchedulePage /> },
  { path: "schedule/stops/:id/prep-sheet", element: <PrepSheetPage /> },
  { path: "offers", element: <OffersPage /> },
  { path: "drawer", element: <DrawerPage /> },
  { path: "closes", element: <DayClosesPage /> },
  { path: "closes/:id", element: <DayClosePage /> },
  { path: "our-truck", element: <OurTruckPage /> },
  { path: "devices", element: <DevicesPage /> },
  { path: "share", element: <SharePage /> },
  { path: "customers", element: <CustomersPage /> },
  { path: "customers/:id", element: <CustomerPage /> },
  { path: "analytics", element: <AnalyticsPage /> },
  { path: "books", element: <BooksPage /> },
  { path: "taxes", element: <TaxesPage /> },
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
          { path: "set-password", element: <SetPasswordPage /> },
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
                <WholeScreenLayout />
              </SignedIn>
            ),
            children: [
              { path: "kitchen", element: <KitchenPage /> },
              { path: "orders/new", element: <CounterPage /> },
            ],
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

/** A page in its own chunk, by the name it is exported under, with the sentences it needs beyond the frame's. */
function page<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  catalogs: readonly StaffCatalog[] = [],
): Page {
  const loadAll = () => Promise.all([load(), loadMessages(currentLanguage(), catalogs)]);
  const shown = lazy<ComponentType>(async () => ({ default: (await loadAll())[0][name] }));
  return Object.assign(shown, {
    preload: () => void loadAll().catch(() => undefined),
  }) as unknown as Page;
}

/** Shown when the router itself or the shell fails; reports the error, which no boundary below has caught. */
function RouteFailure() {
  const error = useRouteError();
  useEffect(() => clientErrors.report("render", error), [error]);
  return <PlainErrorScreen />;
}

/** Leaves for the home page: an unknown address, and every page of the storefront, is outside this router. */
function ToStorefront() {
  useEffect(() => openDocument("/"), []);
  return null;
}
