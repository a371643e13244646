import type { ConflictChange } from "@/components/ui/conflict-notice";
import type { EditedField } from "@/lib/merge-edits";
import { formatCents, parseDollars } from "@/lib/money";
import type { GroupValues, MenuItemValues } from "./menu-item-values";

const LABELS: Record<keyof MenuItemValues, string> = {
  name: "Name",
  description: "Description",
  category: "Category",
  section: "Section",
  basePrice: "Price",
  imageUrl: "Picture",
  isAvailable: "Available",
  optionGroups: "Options",
};

/** One change of a colleague in words, for the notice about it. */
export function describeChange(change: EditedField<MenuItemValues>): ConflictChange {
  const inWords = (value: MenuItemValues[keyof MenuItemValues]) =>
    valueInWords(change.field, value);
  return {
    label: LABELS[change.field],
    before: inWords(change.before),
    theirs: inWords(change.theirs),
    ...(change.mine === undefined ? {} : { mine: inWords(change.mine) }),
  };
}

function valueInWords(
  field: keyof MenuItemValues,
  value: MenuItemValues[keyof MenuItemValues],
): string {
  if (typeof value === "boolean") return value ? "Available" : "Sold out";
  if (Array.isArray(value)) return value.map(groupInWords).join("\n") || "None";
  if (field === "basePrice") return formatCents(parseDollars(value ?? ""));
  if (field === "imageUrl") return value ? "A picture" : "None";
  return value || "Empty";
}

function groupInWords({ name, minSelect, maxSelect, options }: GroupValues): string {
  return `${name} (${minSelect} to ${maxSelect}): ${options.map(optionInWords).join(", ")}`;
}

function optionInWords({
  name,
  additionalPrice,
  isAvailable,
}: GroupValues["options"][number]): string {
  const extra = additionalPrice ? ` +${formatCents(parseDollars(additionalPrice))}` : "";
  return `${name}${extra}${isAvailable ? "" : " (sold out)"}`;
}
