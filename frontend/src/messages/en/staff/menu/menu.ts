import { plural } from "@/messages/plural";

export const menu = {
  deleteAction: "Delete",
  accessRestricted: "Access Restricted",
  noFoodTruckAssociatedWith:
    "No food truck associated with your account. Please contact an administrator.",
  developerTools: "Developer tools",
  testApi: "Test API",
  freshLogin: "Fresh Login",
  reload: "Reload",
  apiAnsweredInMsMenu: ({ ms, items }: { ms: number; items: number }) =>
    `API answered in ${ms} ms: ${items} menu items`,
  apiTestFailed: ({ errorMessage }: { errorMessage: string }) => `API test failed: ${errorMessage}`,
  moveUp: ({ name }: { name: string }) => `Move ${name} up`,
  moveDown: ({ name }: { name: string }) => `Move ${name} down`,
  menuWasChangedMeanwhileSo:
    "The menu was changed meanwhile, so it was loaded again. Please check the order and move the menu item once more.",
  isNowNumberOf: ({
    name,
    place,
    count,
  }: {
    name: string | number;
    place: number;
    count: number;
  }) => `${name} is now number ${place} of ${count}.`,
  failedToSaveTheOrder: ({ errorMessage }: { errorMessage: string }) =>
    `Failed to save the order: ${errorMessage}`,
  dragMenuItemToIts:
    "Drag a menu item to its place, or use the arrows (keys Home and End: top and bottom). Every move is saved at once; customers see this order within each section.",
  menuItemsInOrder: "Menu items in order",
  loadingMenuItems: "Loading menu items...",
  isOffTheMenu: ({ name }: { name: string }) => `${name} is off the menu`,
  failedToDeleteMenuItem: "Failed to delete menu item",
  delete: ({ name }: { name: string }) => `Delete ${name}`,
  deleting: "Deleting...",
  areYouSureYouWant: "Are you sure you want to delete this menu item? This cannot be undone.",
  item: "Item",
  categorySection: "Category & Section",
  price: "Price",
  foodTruck: "Food Truck",
  status: "Status",
  actions: "Actions",
  none: "None",
  available: "Available",
  unavailable: "Unavailable",
  soldOut: ({ untilLabel }: { untilLabel: string }) => `Sold out ${untilLabel}`,
  markUnavailable: "Mark Unavailable",
  markAvailable: "Mark Available",
  edit: ({ name }: { name: string }) => `Edit ${name}`,
  edit2: "Edit",
  duplicate: "Duplicate",
  duplicate2: ({ name }: { name: string }) => `Duplicate ${name}`,
  failedToMarkAvailable: ({ name, errorMessage }: { name: string; errorMessage: string }) =>
    `Failed to mark ${name} available: ${errorMessage}`,
  failedToMarkUnavailable: ({ name, errorMessage }: { name: string; errorMessage: string }) =>
    `Failed to mark ${name} unavailable: ${errorMessage}`,
  isOnTheMenu: ({ name }: { name: string }) => `${name} is on the menu`,
  editIt: "Edit it",
  failedToDuplicate: ({ name, errorMessage }: { name: string; errorMessage: string }) =>
    `Failed to duplicate ${name}: ${errorMessage}`,
  noMenuItemsMatch: ({ settled }: { settled: string }) => `No menu items match “${settled}”`,
  clearSearch: "Clear Search",
  menuItems: "Menu items",
  menuItemMenuItems: ({ all }: { all: number }) =>
    plural(all, { one: "menu item", other: "menu items" }),
  of: ({ found, all, items }: { found: number; all: number; items: string }) =>
    `${found} of ${all} ${items}`,
  searchNameCategorySection: "Search name, category, section",
  done: "Done",
  changeOrder: "Change Order",
  exportCsv: "Export CSV",
  importCsv: "Import CSV",
  failedToLoadMenuItems: "Failed to load menu items",
  noMenuItemsYet: "No menu items yet",
  addMenuItemsOneBy: "Add the menu items one by one, or all at once from a spreadsheet.",
  addFirstMenuItem: "Add First Menu Item",
  menu: "Menu",
  backToDashboard: "Back to Dashboard",
  addMenuItem: "Add Menu Item",
  units: ({ prepUnits }: { prepUnits: number }) =>
    `${prepUnits} ${plural(prepUnits, { one: "unit", other: "units" })}`,
};
