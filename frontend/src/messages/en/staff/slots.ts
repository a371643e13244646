import { plural } from "@/messages/plural";

export const slots = {
  plan: "Plan",
  slots: "Slots",
  partsOfStop: "What to see of this stop",
  pickupSlots: "Pickup slots",
  pickupSlotsAt: ({ place }: { place: string }) => `Pickup slots at ${place}`,
  loading: "Loading pickup slots...",
  didNotLoad: "The pickup slots did not load",
  knownBefore: ({ reason }: { reason: string }) =>
    `The pickup slots did not load: ${reason} Below is what was known before.`,
  tryAgain: "Try again",
  units: ({ used }: { used: number }) => counted(used),
  usedOf: ({ used, capacity }: { used: number; capacity: number }) => `${used} of ${capacity}`,
  full: "Full",
  over: ({ units }: { units: number }) => `${units} over capacity`,
  noLimit: "There is no limit. These are the units that are ordered.",
  eachTakes: ({ capacity, online }: { capacity: number; online: number }) =>
    online < capacity
      ? `Each slot takes ${counted(capacity)}, ${online} of them online.`
      : `Each slot takes ${counted(capacity)}.`,
  moreCapacity: "More capacity",
  cannotBeLowered: ({ capacity }: { capacity: number }) =>
    `Now ${capacity}. Customers can order more at once. It cannot be lowered while orders are in.`,
  moreThan: ({ capacity, most }: { capacity: number; most: number }) =>
    `Enter a whole number from ${capacity + 1} to ${most}`,
  takesMore: ({ units }: { units: number }) => `Each slot takes ${counted(units)} now`,
  notRaised: ({ reason }: { reason: string }) => `The capacity was not raised: ${reason}`,
  save: "Save",
};

function counted(units: number): string {
  return `${units} ${plural(units, { one: "unit", other: "units" })}`;
}
