/** What staff read. */

import { orders } from "@/messages/es/staff/orders/orders";
import { ordersCounter } from "@/messages/es/staff/orders/orders-counter";
import { ordersDetail } from "@/messages/es/staff/orders/orders-detail";
import { ordersKitchen } from "@/messages/es/staff/orders/orders-kitchen";
import { ordersPrint } from "@/messages/es/staff/orders/orders-print";
import { domain } from "./domain";
import { domainCart } from "./domain/cart";
import { domainMore } from "./domain/more";
import { domainPush } from "./domain/push";
import { domainUpload } from "./domain/upload";
import { forms } from "./forms";
import { account } from "./staff/account";
import { alerts } from "./staff/alerts";
import { capacity } from "./staff/capacity";
import { comparison } from "./staff/comparison";
import { counts } from "./staff/counts";
import { customers } from "./staff/customers";
import { dashboard } from "./staff/dashboard";
import { menu } from "./staff/menu/menu";
import { menuEditor } from "./staff/menu/menu-editor";
import { menuImport } from "./staff/menu/menu-import";
import { money } from "./staff/money";
import { offers } from "./staff/offers";
import { plan } from "./staff/plan";
import { poster } from "./staff/poster";
import { prepSheet } from "./staff/prep-sheet";
import { reportsActivity } from "./staff/reports-activity";
import { reportsAnalytics } from "./staff/reports-analytics";
import { reportsStops } from "./staff/reports-stops";
import { schedule } from "./staff/schedule";
import { security } from "./staff/security";
import { shell } from "./staff/shell";
import { passkeys } from "./staff/sign-in/passkeys";
import { sessions } from "./staff/sign-in/sessions";
import { slots } from "./staff/slots";
import { team } from "./staff/team";
import { trucksAvailability } from "./staff/trucks/trucks-availability";
import { trucksForm } from "./staff/trucks/trucks-form";
import { trucksList } from "./staff/trucks/trucks-list";
import { trucksOnboarding } from "./staff/trucks/trucks-onboarding";
import { ui } from "./ui";
import { uiCharts } from "./ui/charts";
import { uiMenu } from "./ui/menu";
import { uiMore } from "./ui/more";
import { uiOrdering } from "./ui/ordering";
import { uiUpload } from "./ui/upload";

export const staff = {
  domain: { ...domain, ...domainMore, cart: domainCart, push: domainPush, upload: domainUpload },
  forms,
  ui: {
    ...ui,
    ...uiMore,
    ...uiOrdering,
    charts: uiCharts,
    menu: uiMenu,
    upload: uiUpload,
  },
  staff: {
    account,
    alerts,
    capacity,
    comparison,
    counts,
    customers,
    dashboard,
    menu,
    menuEditor,
    menuImport,
    money,
    offers,
    orders,
    ordersCounter,
    ordersDetail,
    ordersKitchen,
    ordersPrint,
    passkeys,
    plan,
    poster,
    prepSheet,
    reportsActivity,
    reportsAnalytics,
    reportsStops,
    schedule,
    security,
    sessions,
    shell,
    slots,
    team,
    trucksAvailability,
    trucksForm,
    trucksList,
    trucksOnboarding,
  },
};
