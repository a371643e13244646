import { formatDollars } from "@/domain/values/money";
import { plural } from "@/messages/plural";

export const trucksList = {
  deleteAction: "Delete",
  pages: "Pages",
  previous: "Previous",
  pageOf: ({ page, pages }: { page: number; pages: number }) => `Page ${page} of ${pages}`,
  next: "Next",
  loadingFoodTrucks: "Loading food trucks...",
  failedToUpdateTruckStatus: "Failed to update truck status",
  wasDeleted: ({ name }: { name: string }) => `${name} was deleted.`,
  failedToDeleteTruck: "Failed to delete truck",
  ordersHaveChanged: "The truck was not deleted, because its open orders have changed.",
  edit: ({ name }: { name: string }) => `Edit ${name}`,
  edit2: "Edit",
  delete: ({ name }: { name: string }) => `Delete ${name}`,
  delete2: "Delete",
  deleteTruck: "Delete truck",
  areYouSureYouWant: ({ name }: { name: string }) =>
    `Are you sure you want to delete "${name}"? This action cannot be undone.`,
  deleteAndRefund: "Delete and refund",
  ordersAreCancelled: ({
    orders,
    total,
    refundTotal,
  }: {
    orders: number;
    total: number;
    refundTotal: number;
  }) =>
    plural(orders, {
      one: `1 open order, ${formatDollars(total)}, is cancelled. Its customer gets a text, and ${formatDollars(refundTotal)} is refunded.`,
      other: `${orders} open orders, ${formatDollars(total)}, are cancelled. Their customers get a text, and ${formatDollars(refundTotal)} is refunded.`,
    }),
  paymentsAreRefunded: ({ checkouts }: { checkouts: number }) =>
    plural(checkouts, {
      one: "1 customer is paying right now. If that payment still goes through, it is refunded at once.",
      other: `${checkouts} customers are paying right now. What still goes through is refunded at once.`,
    }),
  deactivateTruck: ({ name }: { name: string }) => `Deactivate ${name}?`,
  customersDoNotFind:
    "Customers do not find the truck or its menu until you activate it again. Its staff keep their screens.",
  ordersStay: ({ orders, total }: { orders: number; total: number }) =>
    plural(orders, {
      one: `1 open order, ${formatDollars(total)}, stays: finish it on the board, or cancel it there.`,
      other: `${orders} open orders, ${formatDollars(total)}, stay: finish them on the board, or cancel them there.`,
    }),
  isOffTheStreet: ({ name }: { name: string }) => `${name} is not active any more.`,
  undo: "Undo",
  updating: "Updating...",
  deactivate: "Deactivate",
  activate: "Activate",
  truck: "Truck",
  owner: "Owner",
  status: "Status",
  created: "Created",
  actions: "Actions",
  foodTrucks: "Food trucks",
  noOwnerYet: "No owner yet",
  active: "Active",
  inactive: "Inactive",
  noFoodTrucksYet: "No food trucks yet",
  addFirstOneItGets: "Add the first one: it gets its own page, menu and orders.",
  addTruck: "Add Truck",
  searchFoodTrucks: "Search food trucks",
  noFoodTruckMatches: "No food truck matches",
  nothingFitsTryPartOf: ({ words }: { words: string }) =>
    `Nothing fits "${words}". Try a part of the name, the owner or the city.`,
  foodTruckFoodTrucks: ({ all }: { all: number }) =>
    plural(all, { one: "food truck", other: "food trucks" }),
  of: ({ found, all, trucks }: { found: number; all: number; trucks: string }) =>
    `${found} of ${all} ${trucks}`,
  showingTo: ({ which, first, min }: { which: string; first: number; min: number }) =>
    `${which}, showing ${first} to ${min}`,
  trucks: "Trucks",
  accessDeniedThisPageIs: "Access Denied: This page is only accessible to super administrators.",
  whoSellsOnThisStreet: "Who sells on this street, and how they are paid.",
};
