import { formatCents, parseDollars } from "@/domain/values/money";
import { describeEdit } from "@/forms/conflict-notice";
import type { EditedField } from "@/forms/merge-edits";
import { messages as m } from "@/messages";
import type { GroupValues, MenuItemValues } from "./menu-item-values";

const labels = (): Record<keyof MenuItemValues, string> => ({
  name: m.common.name,
  description: m.common.description,
  category: m.common.category,
  section: m.common.section,
  basePrice: m.common.price,
  imageUrl: m.common.image,
  isAvailable: m.common.available,
  prepUnits: m.common.prepUnits,
  optionGroups: m.common.options,
});

/** One change of a colleague in words, for the notice about it. */
export const describeChange = (change: EditedField<MenuItemValues>) =>
  describeEdit(change, labels(), describeValue);

function describeValue(
  value: MenuItemValues[keyof MenuItemValues],
  field: keyof MenuItemValues,
): string {
  if (typeof value === "boolean") return value ? m.common.available : m.common.soldOut;
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.map(describeGroup).join("\n") || m.common.none;
  if (field === "basePrice") return formatCents(parseDollars(value ?? ""));
  if (field === "imageUrl") return value ? m.common.anImage : m.common.none;
  return value || m.record.empty;
}

function describeGroup({ name, minSelect, maxSelect, options }: GroupValues): string {
  return m.menuEditor.conflict.group({
    name,
    least: minSelect,
    most: maxSelect,
    options: options.map(describeOption).join(", "),
  });
}

function describeOption({
  name,
  additionalPrice,
  isAvailable,
}: GroupValues["options"][number]): string {
  const extra = additionalPrice ? ` +${formatCents(parseDollars(additionalPrice))}` : "";
  return `${name}${extra}${isAvailable ? "" : m.menuEditor.conflict.soldOutOption}`;
}
