import { describeEdit } from "@/forms/conflict-notice";
import type { EditedField } from "@/forms/merge-edits";
import { messages as m } from "@/messages";
import type { TruckValues } from "./truck-values";

const labels = (): Record<keyof TruckValues, string> => ({
  name: m.common.name,
  slug: m.truckForm.slug.label,
  isActive: m.common.active,
  shortDescription: m.common.shortDescription,
  description: m.common.description,
  cuisine: m.common.cuisine,
  location: m.common.place,
  phone: m.common.phone,
  email: m.common.email,
  owner: m.common.owner,
  imageUrl: m.truckForm.look.cardImage,
  bannerImage: m.common.banner,
  accentHue: m.truckForm.look.color,
  timezone: m.common.timeZone,
  taxRate: m.common.taxRate,
  applicationFeeBps: m.truckForm.money.fee,
  acceptingOrders: m.truckForm.ordering.accepting,
  notAcceptingReason: m.truckForm.ordering.reason,
  pausedUntil: m.common.pausedUntil,
  leadMinutes: m.truckForm.ordering.leadTime,
  selfService: m.truckForm.ordering.selfService,
  takesTips: m.common.takesTips,
  tipPresets: m.common.offeredTips,
  smsSignature: m.truckForm.ordering.signature,
  scheduleMode: m.truckForm.ordering.hours,
  unitsPerTenMinutes: m.common.unitsPerTenMinutes,
});

/** One change of a colleague in words, for the notice about it. */
export const describeChange = (change: EditedField<TruckValues>) =>
  describeEdit(change, labels(), describeValue);

function describeValue(value: TruckValues[keyof TruckValues], field: keyof TruckValues): string {
  if (typeof value === "boolean") return value ? m.truckForm.conflict.yes : m.truckForm.conflict.no;
  if (field === "accentHue")
    return value === null
      ? m.truckForm.look.automatic
      : m.truckForm.look.hue({ value: String(value) });
  if (field === "imageUrl" || field === "bannerImage")
    return value ? m.common.anImage : m.common.none;
  if (field === "taxRate" || field === "applicationFeeBps") return `${value} %`;
  if (field === "scheduleMode")
    return value === "stops" ? m.truckForm.ordering.byStops : m.truckForm.ordering.anyTime;
  if (field === "pausedUntil")
    return value ? String(value).replace("T", " ") : m.truckForm.conflict.noPause;
  const parts = typeof value === "object" && value !== null ? Object.values(value) : [value];
  return parts.filter((part) => part !== "").join(", ") || m.record.empty;
}
