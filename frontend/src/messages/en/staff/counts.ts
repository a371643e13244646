import { plural } from "@/messages/plural";

export const counts = {
  counts: "Counts",
  howCountsWork:
    "Enter how many there are for this stop. What runs out is sold out at once. Without a number there is no limit.",
  copyFromLastTime: "Copy from last time",
  lastTimeWas: ({ day }: { day: string }) => `Last time here: ${day}`,
  copied: ({ count }: { count: number }) =>
    `${count} ${plural(count, { one: "count", other: "counts" })} copied. Save to use them.`,
  optionsOf: ({ item }: { item: string }) => `Options of ${item}`,
  noLimit: "No limit",
  leftOf: ({ remaining, initial }: { remaining: number; initial: number }) =>
    `${remaining} of ${initial} left`,
  orderedAlready: ({ count }: { count: number }) => `${count} ordered already`,
  enterWholeNumber: "Enter a whole number, or leave it empty",
  saving: "Saving...",
  save: "Save counts",
  saved: "Counts saved",
  notSaved: ({ reason }: { reason: string }) => `The counts were not saved: ${reason}`,
  loading: "Loading counts...",
  didNotLoad: "The counts did not load",
  knownBefore: ({ reason }: { reason: string }) =>
    `The counts did not load: ${reason} Below is what was known before.`,
  noMenuItems: "No menu items yet",
  countedFromMenu: "What is on the menu can be counted.",
  addMenuItem: "Add menu item",
  atStop: ({ place }: { place: string }) => `At ${place}. Changes reach open menus at once.`,
  nothingIsCounted: "Nothing is counted at this stop.",
  counted: "Counted",
  notCounted: "Not counted",
  countMore: "Count something else",
  soldOut: "Sold out",
  oneLess: ({ name }: { name: string }) => `One less: ${name}`,
  oneMore: ({ name }: { name: string }) => `One more: ${name}`,
  leftOfWhat: ({ name }: { name: string }) => `Left: ${name}`,
  set: "Set",
  notCorrected: ({ reason }: { reason: string }) => `Not changed: ${reason}`,
};
