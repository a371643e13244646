// The staff's pages are loaded when they are opened. A test of several of them loads them before its
// clock starts, so that no test waits for the code of its page.
import "@/app/admin/admin-routes";
import "@/app/pages/admin/activity-page";
import "@/app/pages/admin/analytics-page";
import "@/app/pages/admin/counter-page";
import "@/app/pages/admin/customer-page";
import "@/app/pages/admin/customers-page";
import "@/app/pages/admin/dashboard-page";
import "@/app/pages/admin/held-payments-page";
import "@/app/pages/admin/kitchen-page";
import "@/app/pages/admin/ledger-page";
import "@/app/pages/admin/login-page";
import "@/app/pages/admin/menu-item-form-page";
import "@/app/pages/admin/menu-page";
import "@/app/pages/admin/order-page";
import "@/app/pages/admin/order-print-page";
import "@/app/pages/admin/orders-page";
import "@/app/pages/admin/profile-page";
import "@/app/pages/admin/truck-form-page";
import "@/app/pages/admin/trucks-page";
import "@/app/pages/admin/users-page";
