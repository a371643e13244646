import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import { Navigate, Route, Routes } from "react-router";
import { Toaster } from "@/components/ui/toast";
import { connectSession } from "@/features/auth/session";
import { AdminLayout } from "../layouts/admin-layout";
import { KitchenLayout } from "../layouts/kitchen-layout";
import { PageLoading } from "../layouts/page-loading";
import { SignedIn, SignedOut, SuperadminOnly } from "./guards";
import { keepOfflinePage } from "./offline-page";

const LoginPage = page(() => import("../pages/admin/login-page"), "LoginPage");
const DashboardPage = page(() => import("../pages/admin/dashboard-page"), "DashboardPage");
const MenuPage = page(() => import("../pages/admin/menu-page"), "MenuPage");
const MenuItemFormPage = page(
  () => import("../pages/admin/menu-item-form-page"),
  "MenuItemFormPage",
);
const OrdersPage = page(() => import("../pages/admin/orders-page"), "OrdersPage");
const CounterPage = page(() => import("../pages/admin/counter-page"), "CounterPage");
const OrderPrintPage = page(() => import("../pages/admin/order-print-page"), "OrderPrintPage");
const OrderPage = page(() => import("../pages/admin/order-page"), "OrderPage");
const KitchenPage = page(() => import("../pages/admin/kitchen-page"), "KitchenPage");
const LedgerPage = page(() => import("../pages/admin/ledger-page"), "LedgerPage");
const HeldPaymentsPage = page(
  () => import("../pages/admin/held-payments-page"),
  "HeldPaymentsPage",
);
const TrucksPage = page(() => import("../pages/admin/trucks-page"), "TrucksPage");
const TruckFormPage = page(() => import("../pages/admin/truck-form-page"), "TruckFormPage");
const CustomersPage = page(() => import("../pages/admin/customers-page"), "CustomersPage");
const CustomerPage = page(() => import("../pages/admin/customer-page"), "CustomerPage");
const AnalyticsPage = page(() => import("../pages/admin/analytics-page"), "AnalyticsPage");
const ActivityPage = page(() => import("../pages/admin/activity-page"), "ActivityPage");
const UsersPage = page(() => import("../pages/admin/users-page"), "UsersPage");
const ProfilePage = page(() => import("../pages/admin/profile-page"), "ProfilePage");

/** The route table below /admin, a chunk of its own: no customer loads any of it. */
export function AdminRoutes() {
  const queryClient = useQueryClient();
  // Once, and before the first guard looks.
  useState(() => connectSession(queryClient));
  useEffect(keepOfflinePage, []);
  return (
    <>
      {/* Only here: a customer who adds a menu to the home screen must not get the staff's sign-in. */}
      <link rel="manifest" href="/manifest.webmanifest" />
      <Routes>
        <Route
          path="login"
          element={
            <SignedOut>
              <LoginPage />
            </SignedOut>
          }
        />
        <Route
          element={
            <SignedIn>
              <AdminLayout />
            </SignedIn>
          }
        >
          <Route index element={<Navigate to="/admin/dashboard" replace />} />
          <Route path="dashboard" element={<DashboardPage />} />
          <Route path="orders" element={<OrdersPage />} />
          <Route path="orders/new" element={<CounterPage />} />
          <Route path="orders/:id" element={<OrderPage />} />
          <Route path="menu" element={<MenuPage />} />
          <Route path="menu/new" element={<MenuItemFormPage />} />
          <Route path="menu/edit/:id" element={<MenuItemFormPage />} />
          <Route path="customers" element={<CustomersPage />} />
          <Route path="customers/:id" element={<CustomerPage />} />
          <Route path="analytics" element={<AnalyticsPage />} />
          <Route path="profile" element={<ProfilePage />} />
          <Route element={<SuperadminOnly />}>
            <Route path="trucks" element={<TrucksPage />} />
            <Route path="trucks/new" element={<TruckFormPage />} />
            <Route path="trucks/edit/:id" element={<TruckFormPage />} />
            <Route path="ledger" element={<LedgerPage />} />
            <Route path="held-payments" element={<HeldPaymentsPage />} />
            <Route path="users" element={<UsersPage />} />
            <Route path="audit" element={<ActivityPage />} />
          </Route>
        </Route>
        <Route
          element={
            <SignedIn>
              <KitchenLayout />
            </SignedIn>
          }
        >
          <Route path="kitchen" element={<KitchenPage />} />
        </Route>
        <Route
          path="orders/:id/print"
          element={
            <SignedIn>
              <Suspense fallback={<PageLoading />}>
                <OrderPrintPage />
              </Suspense>
            </SignedIn>
          }
        />
        <Route path="*" element={<Navigate to="/" replace />} />
      </Routes>
      <Toaster />
    </>
  );
}

/** A page in its own chunk, by the name it is exported under. */
function page<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): ComponentType {
  return lazy<ComponentType>(async () => ({ default: (await load())[name] }));
}
