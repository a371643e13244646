import { plural } from "@/messages/plural";

export const menuEditor = {
  deleteAction: "Delete",
  enterAWholeNumber: "Enter a whole number",
  atMost: ({ optionLimit }: { optionLimit: number }) => `At most ${optionLimit}`,
  enterDollarsAndCentsFrom: "Enter dollars and cents, from 0 to 999.99, such as 8.50",
  enterAPrice: "Enter a price",
  enter0To100Dollars: "Enter 0 to 100 dollars, such as 1.50",
  sayWhatCanBeChosen: "Say what can be chosen",
  sayWhatIsChosenHere: "Say what is chosen here, such as Size",
  atLeast1: "At least 1",
  addAtLeastOneOption: "Add at least one option",
  atMostOptions: ({ optionLimit }: { optionLimit: number }) => `At most ${optionLimit} options`,
  leastIsMoreThanMost: "The least is more than the most",
  thereIsOneOptionThere: ({ count }: { count: number }) =>
    plural(count, { one: "There is one option", other: `There are ${count} options` }),
  enterNameOfMenuItem: "Enter the name of the menu item",
  prepUnits: "Prep units",
  workOfOnePiece:
    "How much of the kitchen one piece takes when a pickup slot has a limit: 1 for most, 2 for twice the work, 0 for what is only handed over, such as drinks.",
  unitsBetween: ({ least, most }: { least: number; most: number }) =>
    `Enter a whole number from ${least} to ${most}`,
  atMostGroups: ({ groupLimit }: { groupLimit: number }) => `At most ${groupLimit} groups`,
  optionalCustomerMayChooseOne: ({ maxSelect }: { maxSelect: number }) =>
    plural(maxSelect, {
      one: "Optional: a customer may choose one.",
      other: `Optional: a customer may choose up to ${maxSelect}.`,
    }),
  one: "one",
  requiredACustomerChoosesExactly: ({ minSelectText }: { minSelectText: string | number }) =>
    `Required: a customer chooses exactly ${minSelectText}.`,
  requiredACustomerChoosesTo: ({
    minSelect,
    maxSelect,
  }: {
    minSelect: number;
    maxSelect: number;
  }) => `Required: a customer chooses ${minSelect} to ${maxSelect}.`,
  new: ({ kind }: { kind: string }) => `New ${kind}`,
  isNowNumberOf: ({ titleOf, to, count }: { titleOf: string; to: number; count: number }) =>
    `${titleOf} is now number ${to} of ${count}`,
  moveUp: ({ what }: { what: string }) => `Move ${what} up`,
  moveDown: ({ what }: { what: string }) => `Move ${what} down`,
  remove: ({ what }: { what: string }) => `Remove ${what}`,
  removed: ({ title }: { title: string }) => `${title} removed`,
  undo: "Undo",
  option: ({ place }: { place: number }) => `Option ${place}`,
  extraCharge: "Extra charge",
  inStock: "In stock",
  option2: ({ title }: { title: string }) => `option ${title}`,
  optionGroup: ({ title }: { title: string }) => `Option group ${title}`,
  group: "Group",
  sizeSalsaExtras: "Size, salsa, extras…",
  group2: ({ title }: { title: string }) => `group ${title}`,
  atLeast: "At least",
  atMost2: "At most",
  tooMuchOfThisIs:
    "Too much of this is sold out: nobody can order the menu item until more options are back.",
  optionsOf: ({ title }: { title: string }) => `Options of ${title}`,
  addOption: "Add option",
  to: ({ title }: { title: string }) => `to ${title}`,
  options: "Options",
  whatCustomerChoosesAboutThis:
    "What a customer chooses about this menu item: a size, a salsa, extras. Each choice is a group.",
  addOptionGroup: "Add option group",
  failedToDeleteMenuItem: "Failed to delete menu item",
  itDisappearsFromMenuFor:
    "It disappears from the menu for good; orders that hold it stay as they are. To take it off for a day, switch it to not available.",
  deleteMenuItem: "Delete menu item",
  delete: ({ name }: { name: string }) => `Delete ${name}?`,
  areYouSureYouWant: "Are you sure you want to delete this menu item? This cannot be undone.",
  description: "Description",
  category: "Category",
  section: "Section",
  price: "Price",
  image: "Image",
  available: "Available",
  soldOut: "Sold out",
  none: "None",
  anImage: "An image",
  to2: ({
    name,
    minSelect,
    maxSelect,
    map,
  }: {
    name: string;
    minSelect: number;
    maxSelect: number;
    map: string;
  }) => `${name} (${minSelect} to ${maxSelect}): ${map}`,
  soldOut2: " (sold out)",
  yourMenuItem: "Your menu item",
  theMenuItem: "The menu item",
  name: "Name",
  beforeExtrasAndTax: "Before extras and tax.",
  offCustomersSeeItAs: "Off, customers see it as sold out.",
  whatIsInItHow: "What is in it, how it is made. Up to 500 characters.",
  jpegPngWebpOrHeic: "JPEG, PNG, WebP or HEIC up to 10 MB, or an address that starts with https://",
  whereItStands: "Where it stands",
  menuItemsOfOneSection: "Menu items of one section stand together.",
  suchAsMainsOrDrinks: "Such as Mains or Drinks.",
  headingOnMenuSuchAs: "The heading on the menu, such as Tacos.",
  edit: ({ name }: { name: string }) => `Edit ${name}`,
  newMenuItem: "New menu item",
  thisMenuItem: "this menu item",
  tryTheOptions: "Try the options",
  loadingTrucks: "Loading trucks...",
  editMenuItem: "Edit menu item",
  loadingTheMenuItem: "Loading the menu item...",
  accessRestricted: "Access Restricted",
  thisMenuItemBelongsTo: "This menu item belongs to another food truck.",
  menuItemNotFound: "Menu item not found",
  itMayHaveBeenDeleted: "It may have been deleted. The menu shows what there is.",
  failedToLoadMenuItem: "Failed to load menu item",
  saved: ({ name }: { name: string }) => `${name} saved`,
  isOnTheMenu: ({ name }: { name: string }) => `${name} is on the menu`,
  menuItemDeleted: "Menu item deleted",
};
