import { describeEdit } from "@/forms/describe-edit";
import type { EditedField } from "@/forms/merge-edits";
import { messages as m } from "@/messages";
import type { TruckValues } from "./truck-values";

const labels = (): Record<keyof TruckValues, string> => ({
  name: m.staff.trucksForm.name,
  slug: m.staff.trucksForm.webAddress,
  isActive: m.staff.trucksForm.active,
  shortDescription: m.staff.trucksForm.shortDescription,
  description: m.staff.trucksForm.description,
  cuisine: m.staff.trucksForm.cuisine,
  location: m.staff.trucksForm.place,
  phone: m.staff.trucksForm.phone,
  email: m.staff.trucksForm.email,
  owner: m.staff.trucksForm.owner,
  imageUrl: m.staff.trucksForm.cardImage,
  bannerImage: m.staff.trucksForm.banner,
  accentHue: m.staff.trucksForm.color,
  timezone: m.staff.trucksForm.timeZone,
  taxRate: m.staff.trucksForm.taxRate,
  applicationFeeBps: m.staff.trucksForm.platformFee,
  acceptingOrders: m.staff.trucksForm.takesOrders,
  notAcceptingReason: m.staff.trucksForm.reasonWhileItDoesNot,
  pausedUntil: m.staff.trucksForm.pausedUntil,
  leadMinutes: m.staff.trucksForm.minutesTheKitchenNeeds,
  selfService: m.staff.trucksForm.customersMayChange,
  takesTips: m.staff.trucksForm.takesTips,
  tipPresets: m.staff.trucksForm.tipPresets,
  smsSignature: m.staff.trucksForm.lastLineOfTexts,
  scheduleMode: m.staff.trucksForm.openingHours,
  unitsPerTenMinutes: m.staff.capacity.unitsPerTenMinutes,
});

/** One change of a colleague in words, for the notice about it. */
export const describeChange = (change: EditedField<TruckValues>) =>
  describeEdit(change, labels(), describeValue);

function describeValue(value: TruckValues[keyof TruckValues], field: keyof TruckValues): string {
  if (typeof value === "boolean") return value ? m.staff.trucksForm.yes : m.staff.trucksForm.no;
  if (field === "accentHue")
    return value === null
      ? m.staff.trucksForm.automatic
      : m.staff.trucksForm.hue({ value: String(value) });
  if (field === "imageUrl" || field === "bannerImage")
    return value ? m.staff.trucksForm.anImage : m.staff.trucksForm.none;
  if (field === "taxRate" || field === "applicationFeeBps") return `${value} %`;
  if (field === "scheduleMode")
    return value === "stops" ? m.staff.trucksForm.byItsStops : m.staff.trucksForm.alwaysOpen;
  if (field === "pausedUntil")
    return value ? String(value).replace("T", " ") : m.staff.trucksForm.noPause;
  const parts = typeof value === "object" && value !== null ? Object.values(value) : [value];
  return parts.filter((part) => part !== "").join(", ") || m.forms.record.empty;
}
