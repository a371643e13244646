import type { ConflictChange } from "@/forms/conflict-notice";
import type { EditedField } from "@/forms/merge-edits";
import type { TruckValues } from "./truck-values";

const LABELS: Record<keyof TruckValues, string> = {
  name: "Name",
  slug: "Web address",
  isActive: "Active",
  shortDescription: "Short description",
  description: "Description",
  cuisine: "Cuisine",
  location: "Place",
  phone: "Phone",
  email: "Email",
  owner: "Owner",
  imageUrl: "Card image",
  bannerImage: "Banner",
  accentHue: "Color",
  timezone: "Time zone",
  taxRate: "Tax rate",
  applicationFeeBps: "Platform fee",
  acceptingOrders: "Takes orders",
  notAcceptingReason: "Reason while it does not",
  pausedUntil: "Paused until",
  leadMinutes: "Minutes the kitchen needs",
  smsSignature: "Last line of texts",
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
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (field === "accentHue") return value === null ? "Automatic" : `Hue ${value}`;
  if (field === "imageUrl" || field === "bannerImage") return value ? "An image" : "None";
  if (field === "taxRate" || field === "applicationFeeBps") return `${value} %`;
  if (field === "pausedUntil") return value ? String(value).replace("T", " ") : "No pause";
  const parts = typeof value === "object" && value !== null ? Object.values(value) : [value];
  return parts.filter((part) => part !== "").join(", ") || "Empty";
}
