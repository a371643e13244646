import { formatCents, parseDollars } from "@/domain/values/money";
import type { ConflictChange } from "@/forms/conflict-notice";
import type { EditedField } from "@/forms/merge-edits";
import type { GroupValues, MenuItemValues } from "./menu-item-values";

const LABELS: Record<keyof MenuItemValues, string> = {
  name: "Name",
  description: "Description",
  category: "Category",
  section: "Section",
  basePrice: "Price",
  imageUrl: "Image",
  isAvailable: "Available",
  optionGroups: "Options",
};

/** One change of a colleague in words, for the notice about it. */
export function describeChange(change: EditedField<MenuItemValues>): ConflictChange {
  const describe = (value: MenuItemValues[keyof MenuItemValues]) =>
    describeValue(change.field, value);
  return {
    label: LABELS[change.field],
    before: describe(change.before),
    theirs: describe(change.theirs),
    ...(change.mine === undefined ? {} : { mine: describe(change.mine) }),
  };
}

function describeValue(
  field: keyof MenuItemValues,
  value: MenuItemValues[keyof MenuItemValues],
): string {
  if (typeof value === "boolean") return value ? "Available" : "Sold out";
  if (Array.isArray(value)) return value.map(describeGroup).join("\n") || "None";
  if (field === "basePrice") return formatCents(parseDollars(value ?? ""));
  if (field === "imageUrl") return value ? "An image" : "None";
  return value || "Empty";
}

function describeGroup({ name, minSelect, maxSelect, options }: GroupValues): string {
  return `${name} (${minSelect} to ${maxSelect}): ${options.map(describeOption).join(", ")}`;
}

function describeOption({
  name,
  additionalPrice,
  isAvailable,
}: GroupValues["options"][number]): string {
  const extra = additionalPrice ? ` +${formatCents(parseDollars(additionalPrice))}` : "";
  return `${name}${extra}${isAvailable ? "" : " (sold out)"}`;
}
