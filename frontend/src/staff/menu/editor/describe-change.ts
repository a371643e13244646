import { formatCents, parseDollars } from "@/domain/values/money";
import { describeEdit } from "@/forms/describe-edit";
import type { EditedField } from "@/forms/merge-edits";
import { messages as m } from "@/messages";
import type { GroupValues, MenuItemValues } from "./menu-item-values";

const labels = (): Record<keyof MenuItemValues, string> => ({
  name: m.staff.menuEditor.name,
  description: m.staff.menuEditor.description,
  category: m.staff.menuEditor.category,
  section: m.staff.menuEditor.section,
  basePrice: m.staff.menuEditor.price,
  imageUrl: m.staff.menuEditor.image,
  isAvailable: m.staff.menuEditor.available,
  prepUnits: m.staff.menuEditor.prepUnits,
  optionGroups: m.staff.menuEditor.options,
});

/** One change of a colleague in words, for the notice about it. */
export const describeChange = (change: EditedField<MenuItemValues>) =>
  describeEdit(change, labels(), describeValue);

function describeValue(
  value: MenuItemValues[keyof MenuItemValues],
  field: keyof MenuItemValues,
): string {
  if (typeof value === "boolean")
    return value ? m.staff.menuEditor.available : m.staff.menuEditor.soldOut;
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.map(describeGroup).join("\n") || m.staff.menuEditor.none;
  if (field === "basePrice") return formatCents(parseDollars(value ?? ""));
  if (field === "imageUrl") return value ? m.staff.menuEditor.anImage : m.staff.menuEditor.none;
  return value || m.forms.record.empty;
}

function describeGroup({ name, minSelect, maxSelect, options }: GroupValues): string {
  return m.staff.menuEditor.to2({
    name,
    minSelect,
    maxSelect,
    map: options.map(describeOption).join(", "),
  });
}

function describeOption({
  name,
  additionalPrice,
  isAvailable,
}: GroupValues["options"][number]): string {
  const extra = additionalPrice ? ` +${formatCents(parseDollars(additionalPrice))}` : "";
  return `${name}${extra}${isAvailable ? "" : m.staff.menuEditor.soldOut2}`;
}
