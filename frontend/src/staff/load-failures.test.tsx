import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, vi } from "vitest";
import { describeLoadFailures } from "@/test/load-failures";
import { server } from "@/test/server";
import { ELSEWHERE } from "@/test/staff/disruptions-backend";
import { signInAs } from "@/test/staff/staff";
import {
  CUSTOMER,
  ITEM,
  ORDER,
  PLACE,
  serveStaff,
  serveStopBefore,
  serveStopNow,
} from "@/test/staff/staff-backend";
import "@/test/staff/staff-pages";

const trucksFailed = (sentence: string) => `Failed to load trucks: ${sentence}`;
const orderCard = () => screen.queryByRole("article", { name: /^Order #101/ });
const orderHeading = () => screen.queryByRole("heading", { level: 1, name: "Order #101" });
const counterForm = () => screen.queryByRole("region", { name: "This order" });
const saveButton = () => screen.queryByRole("button", { name: "Save" });
const customerHeading = () => screen.queryByRole("heading", { level: 1, name: CUSTOMER.name });
const customerLink = () => screen.queryByRole("link", { name: CUSTOMER.name });
const topItems = () => screen.queryByRole("table", { name: "Top items" });
const kitchenTicket = () => screen.queryByRole("article", { name: "Kitchen ticket" });
const toMake = () => screen.queryByRole("list", { name: "To make" });
const plannedStop = () => screen.queryByRole("button", { name: new RegExp(PLACE.name) });
const slots = () => screen.queryByRole("list", { name: "Pickup slots" });
const openStop = (part: string) => async (user: UserEvent) => {
  await user.click(await screen.findByRole("button", { name: new RegExp(PLACE.name) }));
  await user.click(await screen.findByRole("radio", { name: part }));
};
const customerPath = `/admin/customers/${CUSTOMER._id}`;

beforeEach(() => {
  signInAs("admin");
  serveStaff();
  // Paper is measured and printed; jsdom can do neither.
  vi.spyOn(window, "print").mockImplementation(() => undefined);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});

describeLoadFailures([
  {
    name: "the truck of a poster",
    path: "/admin/poster",
    call: "trucks",
    loading: "Loading the truck...",
    failed: trucksFailed,
    reason: null,
    content: () => screen.queryByRole("article", { name: "QR poster" }),
  },
  {
    name: "the sign-in",
    path: "/admin/profile",
    call: "auth/verify",
    loading: "Loading...",
    failed: "We could not check your sign-in",
    reason: (sentence) => `${sentence} You stay signed in on this device.`,
    content: () => screen.queryByRole("heading", { level: 1, name: "Your profile" }),
  },
  {
    name: "the sign-in, on the sign-in screen",
    path: "/admin/login",
    call: "auth/verify",
    loading: "Loading...",
    failed: "We could not check your sign-in",
    reason: (sentence) => `${sentence} You stay signed in on this device.`,
    content: () => screen.queryByRole("heading", { level: 1, name: "Welcome, Ada" }),
  },
  {
    name: "the dashboard's menu",
    path: "/admin/dashboard",
    call: "menu-items/truck/:id",
    loading: "Loading menu items...",
    failed: "Failed to load menu items",
    content: () => screen.queryByRole("link", { name: `Edit ${ITEM.name}` }),
  },
  {
    name: "the orders",
    path: "/admin/orders",
    call: "orders",
    loading: "Loading orders...",
    failed: "Failed to load orders",
    content: orderCard,
  },
  {
    name: "the truck of the orders",
    path: "/admin/orders",
    call: "trucks",
    loading: "Loading orders...",
    failed: trucksFailed,
    reason: null,
    content: orderCard,
  },
  {
    name: "what is sold out",
    path: "/admin/orders",
    open: async (user) => {
      await user.click(await screen.findByRole("button", { name: /^Service/ }));
      await user.click(await screen.findByRole("button", { name: /^Sold out/ }));
    },
    call: "menu-items/truck/:id",
    loading: "Loading menu items...",
    failed: "Failed to load menu items",
    content: () => screen.queryByText("Nothing. Customers can order the whole menu."),
  },
  {
    name: "an order",
    path: `/admin/orders/${ORDER._id}`,
    call: "orders/:id",
    loading: "Loading orders...",
    failed: "Failed to load order",
    content: orderHeading,
  },
  {
    name: "a printed order",
    path: `/admin/orders/${ORDER._id}/print?what=ticket`,
    call: "orders/:id",
    loading: "Loading the order...",
    failed: "Failed to load order",
    content: kitchenTicket,
  },
  {
    name: "the truck of a printed order",
    path: `/admin/orders/${ORDER._id}/print?what=ticket`,
    call: "trucks",
    loading: "Loading...",
    failed: trucksFailed,
    reason: null,
    content: kitchenTicket,
  },
  {
    name: "the kitchen",
    path: "/admin/kitchen",
    call: "orders",
    loading: "Loading orders...",
    failed: "Failed to load orders",
    content: toMake,
  },
  {
    name: "the truck of the kitchen",
    path: "/admin/kitchen",
    call: "trucks",
    loading: "Loading orders...",
    failed: trucksFailed,
    reason: null,
    content: toMake,
  },
  {
    name: "the counter's menu",
    path: "/admin/orders/new",
    call: "menu-items/truck/:id",
    loading: "Loading the menu...",
    failed: "Failed to load menu items",
    content: counterForm,
  },
  {
    name: "the counter's stops",
    path: "/admin/orders/new",
    call: "trucks/:id/counter",
    loading: "Loading the menu...",
    failed: "Failed to load the stop and its tax rate",
    content: counterForm,
  },
  {
    name: "the truck of the counter",
    path: "/admin/orders/new",
    call: "trucks",
    loading: "Loading the menu...",
    failed: trucksFailed,
    reason: null,
    content: counterForm,
  },
  {
    name: "the menu",
    path: "/admin/menu",
    call: "menu-items/truck/:id",
    loading: "Loading menu items...",
    failed: "Failed to load menu items",
    content: () => screen.queryByRole("button", { name: `Delete ${ITEM.name}` }),
  },
  {
    name: "a menu item",
    path: `/admin/menu/edit/${ITEM._id}`,
    call: "menu-items/:id",
    loading: "Loading the menu item...",
    failed: "Failed to load menu item",
    content: saveButton,
  },
  {
    name: "the customers",
    path: "/admin/customers",
    call: "customers",
    loading: "Loading customers...",
    failed: "Failed to load customers",
    content: customerLink,
  },
  {
    name: "the truck of the customers",
    path: "/admin/customers",
    call: "trucks",
    loading: "Loading customers...",
    failed: trucksFailed,
    reason: null,
    content: customerLink,
  },
  {
    name: "a customer",
    path: customerPath,
    call: "customers/:id",
    loading: "Loading customer...",
    failed: "Failed to load customer",
    content: customerHeading,
  },
  {
    name: "the truck of a customer",
    path: customerPath,
    call: "trucks",
    loading: "Loading customer...",
    failed: trucksFailed,
    reason: null,
    content: customerHeading,
  },
  {
    name: "a customer's orders",
    path: customerPath,
    call: "customers/:id/orders",
    loading: "Loading orders...",
    failed: "Failed to load orders",
    content: () => screen.queryByRole("table", { name: "Orders of this customer" }),
  },
  {
    name: "the option sets",
    path: "/admin/menu/sets",
    call: "option-sets",
    loading: "Loading the option sets...",
    failed: "Failed to load the option sets",
    content: () => screen.queryByRole("table", { name: "Option sets" }),
  },
  {
    name: "the offers",
    path: "/admin/offers",
    call: "offers",
    loading: "Loading offers...",
    failed: "Failed to load offers",
    content: () => screen.queryByRole("table", { name: "Offers" }),
  },
  {
    name: "the figures",
    path: "/admin/analytics",
    call: "analytics",
    loading: "Loading analytics...",
    failed: "Failed to load analytics",
    content: topItems,
  },
  {
    name: "the truck of the figures",
    path: "/admin/analytics",
    call: "trucks",
    loading: "Loading analytics...",
    failed: trucksFailed,
    reason: null,
    content: topItems,
  },
  {
    name: "the prep sheet of a stop",
    path: `/admin/schedule/stops/${"5".repeat(24)}/prep-sheet`,
    call: "stops/:id/prep-sheet",
    loading: "Loading the prep sheet...",
    failed: "The prep sheet did not load",
    content: () => screen.queryByRole("table", { name: "What to prepare" }),
  },
  {
    name: "the numbers by stop",
    path: "/admin/analytics?view=stops",
    call: "analytics/stops",
    loading: "Loading analytics...",
    failed: "Failed to load analytics",
    content: () => screen.queryByRole("table", { name: "By stop: every figure" }),
  },
  {
    name: "the result of a stop",
    arrange: serveStopBefore,
    path: "/admin/schedule",
    open: openStop("Result"),
    call: "stops/:id/result",
    loading: "Loading the result...",
    failed: "The result did not load",
    content: () => screen.queryByRole("region", { name: "Result of the stop" }),
  },
  {
    name: "the schedule",
    path: "/admin/schedule",
    call: "stops",
    loading: "Loading the schedule...",
    failed: "The schedule did not load",
    content: plannedStop,
  },
  {
    name: "the slots of a stop",
    path: "/admin/schedule",
    open: openStop("Slots"),
    call: "stops/:id/slots",
    loading: "Loading pickup slots...",
    failed: "The pickup slots did not load",
    content: slots,
  },
  {
    name: "the counts of a stop",
    path: "/admin/schedule",
    open: openStop("Counts"),
    call: "stops/:id/stock",
    loading: "Loading counts...",
    failed: "The counts did not load",
    content: () => screen.queryByRole("form", { name: "Counts" }),
  },
  {
    name: "the menu of the counts",
    path: "/admin/schedule",
    open: openStop("Counts"),
    call: "menu-items/truck/:id",
    loading: "Loading counts...",
    failed: "The counts did not load",
    content: () => screen.queryByRole("form", { name: "Counts" }),
  },
  {
    name: "the slots above the orders",
    arrange: serveStopNow,
    path: "/admin/orders",
    call: "stops/:id/slots",
    loading: "Loading pickup slots...",
    failed: "The pickup slots did not load",
    content: () => screen.queryByRole("button", { name: /^Pickup slots/ }),
  },
  {
    name: "the counts during service",
    arrange: serveStopNow,
    path: "/admin/orders",
    open: async (user) => {
      await user.click(await screen.findByRole("button", { name: /^Service/ }));
      await user.click(await screen.findByRole("button", { name: "Counts" }));
    },
    call: "stops/:id/stock",
    loading: "Loading counts...",
    failed: "The counts did not load",
    content: () => screen.queryByRole("list", { name: "Counted" }),
  },
  {
    name: "the changes of plan of a stop",
    arrange: serveStopNow,
    path: "/admin/orders",
    open: async (user) => {
      await user.click(await screen.findByRole("button", { name: /^Service/ }));
      await user.click(await screen.findByRole("button", { name: "Change of plan" }));
    },
    call: "stops/:id/disruptions",
    loading: "Loading the changes of plan...",
    failed: "The changes of plan did not load",
    content: () => screen.queryByRole("heading", { name: "What happened?" }),
  },
  {
    name: "the places that a stop can be moved to",
    arrange: () => {
      serveStopNow();
      server.use(http.get("*/api/places", () => HttpResponse.json([PLACE, ELSEWHERE])));
    },
    path: "/admin/orders",
    open: async (user) => {
      await user.click(await screen.findByRole("button", { name: /^Service/ }));
      await user.click(await screen.findByRole("button", { name: "Change of plan" }));
      await user.click(await screen.findByRole("button", { name: /^We are somewhere else/ }));
    },
    call: "places",
    loading: null,
    failed: "The places did not load",
    content: () => screen.queryByLabelText("New place"),
  },
  {
    name: "the truck of the schedule",
    path: "/admin/schedule",
    call: "trucks",
    loading: "Loading the schedule...",
    failed: trucksFailed,
    reason: null,
    content: plannedStop,
  },
]);
