import { plural } from "@/messages/plural";

export const capacity = {
  noLimitOnOrders: "How much can be ordered: no limit",
  unitsEvery: ({ units, minutes }: { units: number; minutes: number }) =>
    `How much can be ordered: ${counted(units)} every ${minutes} minutes`,
  unitsPerSlot: "Units per slot",
  noLimit: "No limit",
  slotLength: "Slot length",
  minutes: ({ minutes }: { minutes: number }) => `${minutes} minutes`,
  whatUnitsAre:
    "Orders are picked up in slots. A unit is a piece of kitchen work: each menu item says how many it takes. Nobody can order into a full slot. You can raise the limit during service.",
  keptForCounter: "Kept for the counter",
  notSoldOnline: "This part of each slot cannot be ordered online.",
  share: ({ share }: { share: number }) => (share === 0 ? "Nothing" : `${share}%`),
  anHour: ({ units }: { units: number }) => `About ${counted(units)} an hour.`,
  anHourOf: ({ units, pieces, item }: { units: number; pieces: number; item: string }) =>
    `About ${counted(units)} an hour, such as ${pieces} × ${item}.`,
  ofThemOnline: ({ online }: { online: number }) => `Online: ${counted(online)}.`,
  unitsBetween: ({ least, most }: { least: number; most: number }) =>
    `Enter a whole number from ${least} to ${most}, or leave it empty`,
  unitsPerTenMinutes: "Units per 10 minutes",
  fullTenMinutes:
    "How much the kitchen makes in ten minutes. Each menu item says how many units it takes; when ten minutes are full, customers choose a later pickup. Empty means no limit.",
  capacity: "Capacity",
  truckSaved: "The capacity is saved",
  truckNotSaved: "The capacity was not saved",
  save: "Save",
  saving: "Saving...",
};

function counted(units: number): string {
  return `${units} ${plural(units, { one: "unit", other: "units" })}`;
}
