import type { ConflictChange } from "@/forms/conflict-notice";
import type { EditedField } from "@/forms/merge-edits";
import { messages as m } from "@/messages";
import type { TruckValues } from "./truck-values";

const LABELS: Record<keyof TruckValues, string> = {
  name: "Name",
  get slug() {
    return m.staff.trucksForm.webAddress;
  },
  get isActive() {
    return m.staff.trucksForm.active;
  },
  get shortDescription() {
    return m.staff.trucksForm.shortDescription;
  },
  get description() {
    return m.staff.trucksForm.description;
  },
  get cuisine() {
    return m.staff.trucksForm.cuisine;
  },
  get location() {
    return m.staff.trucksForm.place;
  },
  get phone() {
    return m.staff.trucksForm.phone;
  },
  get email() {
    return m.staff.trucksForm.email;
  },
  get owner() {
    return m.staff.trucksForm.owner;
  },
  get imageUrl() {
    return m.staff.trucksForm.cardImage;
  },
  get bannerImage() {
    return m.staff.trucksForm.banner;
  },
  get accentHue() {
    return m.staff.trucksForm.color;
  },
  get timezone() {
    return m.staff.trucksForm.timeZone;
  },
  get taxRate() {
    return m.staff.trucksForm.taxRate;
  },
  get applicationFeeBps() {
    return m.staff.trucksForm.platformFee;
  },
  get acceptingOrders() {
    return m.staff.trucksForm.takesOrders;
  },
  get notAcceptingReason() {
    return m.staff.trucksForm.reasonWhileItDoesNot;
  },
  get pausedUntil() {
    return m.staff.trucksForm.pausedUntil;
  },
  get leadMinutes() {
    return m.staff.trucksForm.minutesTheKitchenNeeds;
  },
  get smsSignature() {
    return m.staff.trucksForm.lastLineOfTexts;
  },
};

/** One change of a colleague in words, for the notice about it. */
export function describeChange(change: EditedField<TruckValues>): ConflictChange {
  const describe = (value: TruckValues[keyof TruckValues]) => describeValue(change.field, value);
  return {
    label: LABELS[change.field],
    before: describe(change.before),
    theirs: describe(change.theirs),
    ...(change.mine === undefined ? {} : { mine: describe(change.mine) }),
  };
}

function describeValue(field: keyof TruckValues, value: TruckValues[keyof TruckValues]): string {
  if (typeof value === "boolean") return value ? m.staff.trucksForm.yes : m.staff.trucksForm.no;
  if (field === "accentHue")
    return value === null
      ? m.staff.trucksForm.automatic
      : m.staff.trucksForm.hue({ value: String(value) });
  if (field === "imageUrl" || field === "bannerImage")
    return value ? m.staff.trucksForm.anImage : m.staff.trucksForm.none;
  if (field === "taxRate" || field === "applicationFeeBps") return `${value} %`;
  if (field === "pausedUntil")
    return value ? String(value).replace("T", " ") : m.staff.trucksForm.noPause;
  const parts = typeof value === "object" && value !== null ? Object.values(value) : [value];
  return parts.filter((part) => part !== "").join(", ") || m.staff.trucksForm.empty;
}
