// The staff's pages are loaded when they are opened. A test of several of them loads them before its
// clock starts, so that no test waits for the code of its page.
import "@/staff/routes";
import "@/staff/reports/activity/activity-page";
import "@/staff/reports/analytics/analytics-page";
import "@/staff/reports/prep-sheet/prep-sheet-page";
import "@/staff/orders/counter/counter-page";
import "@/staff/customers/customer-page";
import "@/staff/customers/customers-page";
import "@/staff/dashboard/dashboard-page";
import "@/staff/money/held-payments-page";
import "@/staff/orders/disputes-page";
import "@/staff/orders/kitchen/kitchen-page";
import "@/staff/money/ledger-page";
import "@/staff/sign-in/login-page";
import "@/staff/menu/editor/menu-item-form-page";
import "@/staff/menu/list/menu-page";
import "@/staff/orders/detail/order-page";
import "@/staff/orders/print/order-print-page";
import "@/staff/orders/board/orders-page";
import "@/staff/menu/option-sets/option-sets-page";
import "@/staff/offers/offers-page";
import "@/staff/poster/poster-page";
import "@/staff/profile/profile-page";
import "@/staff/schedule/schedule-page";
import "@/staff/trucks/form/truck-form-page";
import "@/staff/trucks/list/trucks-page";
import "@/staff/team/users-page";
