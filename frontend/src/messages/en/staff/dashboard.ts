import { plural } from "@/messages/plural";

export const dashboard = {
  dashboard: "Dashboard",
  orders: "Orders",
  confirmCookAndHandOver: "Confirm, cook and hand over",
  menu: "Menu",
  menuItemsPricesSoldOut: "Menu items, prices, sold out",
  customers: "Customers",
  whoOrdersAndHowOften: "Who orders, and how often",
  analytics: "Analytics",
  whatSellsAndWhen: "What sells, and when",
  available: "Available",
  unavailable: "Unavailable",
  edit: ({ name }: { name: string }) => `Edit ${name}`,
  edit2: "Edit",
  menuItems: "Menu Items",
  viewAllItems: "View All Items",
  failedToLoadMenuItems: "Failed to load menu items",
  noMenuItemsYet: "No menu items yet",
  addFirstMenuItemAnd: "Add a first menu item, and customers can order it at once.",
  addFirstMenuItem: "Add First Menu Item",
  loadingMenuItems: "Loading menu items...",
  noFoodTruckAssociatedWith: "No food truck associated with your account",
  pleaseContactAdministratorAsSoon:
    "Please contact an administrator. As soon as you have a truck, its orders and its menu are here.",
  nothingOpenRightNow: "Nothing open right now",
  waitingToBeConfirmed: ({ waiting }: { waiting: number }) =>
    `, ${waiting} waiting to be confirmed`,
  open: ({ waitingText }: { count: number; waitingText: string }) => `open${waitingText}`,
  disputesNeedAnswer: ({ count }: { count: number }) =>
    plural(count, {
      one: "1 disputed payment needs an answer.",
      other: `${count} disputed payments need an answer.`,
    }),
  disputesNeedAnswerBy: ({ count, day }: { count: number; day: string }) =>
    plural(count, {
      one: `1 disputed payment needs an answer by ${day}.`,
      other: `${count} disputed payments need an answer, the first by ${day}.`,
    }),
  seeDisputes: "See disputes",
  paymentsAreHeld: ({ count }: { count: number }) =>
    plural(count, {
      one: "1 card payment is held: a customer paid and has no order.",
      other: `${count} card payments are held: customers paid and have no order.`,
    }),
  seeHeldPayments: "See held payments",
  allTrucks: "All trucks",
  manageTrucks: "Manage Trucks",
  manageStaff: "Manage Staff",
  inactive: "Inactive",
  customersCannotSeeThisTruck: "Customers cannot see this truck.",
  open2: "Open",
  takingOrders: "Taking orders.",
  noStopTakesOrders: "No stop takes orders right now.",
  noOrdersUntil: ({ until }: { until: string }) => `No orders until ${until}`,
  noOrders: "No orders",
  paused: "Paused",
  welcome: ({ name }: { name: string }) => `Welcome, ${name}`,
};
