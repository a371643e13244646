import type { UseFormReturn } from "react-hook-form";
import * as v from "valibot";
import type { MenuItemInput, StaffMenuItem } from "@/domain/api/admin-types";
import { ItemRequest, OptionGroupRequest, OptionRequest } from "@/domain/api/limits.gen";
import { centsToDollars, dollarsToCents, formatCents, parseDollars } from "@/domain/values/money";
import { describeEdit } from "@/forms/conflict-notice";
import type { EditedField } from "@/forms/merge-edits";
import { imageUrl, requiredText, text, typedNumber, wholeNumber } from "@/forms/schema";
import { messages as m } from "@/messages";

export const GROUP_LIMIT = ItemRequest.optionGroups.maxItems;
export const PREP_UNITS = ItemRequest.prepUnits;
export const OPTION_LIMIT = OptionGroupRequest.options.maxItems;

/** Amounts stay as they were typed until they are sent. */
interface OptionValues {
  _id?: string;
  name: string;
  additionalPrice: string;
  isAvailable: boolean;
}

export interface GroupValues {
  _id?: string;
  name: string;
  minSelect: number;
  maxSelect: number;
  options: OptionValues[];
}

export interface MenuItemValues {
  name: string;
  description: string;
  category: string;
  section: string;
  basePrice: string;
  imageUrl: string | null;
  isAvailable: boolean;
  prepUnits: number;
  optionGroups: GroupValues[];
}

export const NEW_ITEM: MenuItemValues = {
  name: "",
  description: "",
  category: "",
  section: "",
  basePrice: "",
  imageUrl: null,
  isAvailable: true,
  prepUnits: 1,
  optionGroups: [],
};

export const NEW_OPTION: OptionValues = { name: "", additionalPrice: "", isAvailable: true };

/** What most groups are: one of several, and it has to be chosen. */
export const NEW_GROUP: GroupValues = {
  name: "",
  minSelect: 1,
  maxSelect: 1,
  options: [NEW_OPTION],
};

const required = (missing: () => string) => requiredText(ItemRequest.name, missing);
const notWhole = () => m.menuEditor.checks.wholeNumber;

function count(minimum: number, tooSmall: () => string) {
  const tooMany = () => m.menuEditor.checks.most({ limit: OPTION_LIMIT });
  return v.pipe(
    wholeNumber(notWhole),
    v.minValue(minimum, tooSmall),
    v.maxValue(OPTION_LIMIT, tooMany),
  );
}

const basePrice = typedNumber(ItemRequest.basePrice, parsePrice, (typed) =>
  typed.trim() ? m.menuEditor.checks.priceInvalid : m.menuEditor.checks.priceRequired,
);
const surcharge = typedNumber(
  OptionRequest.additionalPrice,
  (typed) => (typed.trim() === "" ? 0 : parsePrice(typed)),
  () => m.menuEditor.checks.extraInvalid,
);

function parsePrice(typed: string): number | null {
  const cents = parseDollars(typed);
  return cents === null ? null : centsToDollars(cents);
}

const option = v.object({
  _id: v.optional(v.string()),
  name: required(() => m.menuEditor.checks.optionNameRequired),
  additionalPrice: surcharge,
  isAvailable: v.boolean(),
});

const group = v.pipe(
  v.object({
    _id: v.optional(v.string()),
    name: required(() => m.menuEditor.checks.groupNameRequired),
    minSelect: count(OptionGroupRequest.minSelect.minimum, notWhole),
    maxSelect: count(OptionGroupRequest.maxSelect.minimum, () => m.menuEditor.checks.least),
    options: v.pipe(
      v.array(option),
      v.minLength(1, () => m.menuEditor.checks.optionRequired),
      v.maxLength(OPTION_LIMIT, () => m.menuEditor.checks.mostOptions({ limit: OPTION_LIMIT })),
    ),
  }),
  v.forward(
    v.check(
      ({ minSelect, maxSelect }) => minSelect <= maxSelect,
      () => m.menuEditor.checks.leastOverMost,
    ),
    ["minSelect"],
  ),
  v.forward(
    v.check(
      ({ maxSelect, options }) => maxSelect <= options.length,
      ({ input }) => m.menuEditor.checks.tooFewOptions({ count: input.options.length }),
    ),
    ["maxSelect"],
  ),
);

const unitsError = () =>
  m.menuEditor.checks.unitsInvalid({ least: PREP_UNITS.minimum, most: PREP_UNITS.maximum });

export const menuItemSchema = v.object({
  name: required(() => m.menuEditor.checks.nameRequired),
  description: text(ItemRequest.description),
  category: text(ItemRequest.category),
  section: text(ItemRequest.section),
  basePrice,
  imageUrl: imageUrl(),
  isAvailable: v.boolean(),
  prepUnits: v.pipe(
    wholeNumber(unitsError),
    v.minValue(PREP_UNITS.minimum, unitsError),
    v.maxValue(PREP_UNITS.maximum, unitsError),
  ),
  optionGroups: v.pipe(
    v.array(group),
    v.maxLength(GROUP_LIMIT, () => m.menuEditor.checks.mostGroups({ limit: GROUP_LIMIT })),
  ),
}) satisfies v.GenericSchema<MenuItemValues, MenuItemInput>;

export function valuesOf(item: StaffMenuItem): MenuItemValues {
  const { name, description, category, section, imageUrl, isAvailable, prepUnits } = item;
  return {
    name,
    description,
    category,
    section,
    basePrice: typed(item.basePrice),
    imageUrl,
    isAvailable,
    prepUnits,
    optionGroups: item.optionGroups.map((group) => ({
      _id: group._id,
      name: group.name,
      minSelect: group.minSelect,
      maxSelect: group.maxSelect,
      options: group.options.map((option) => ({
        _id: option._id,
        name: option.name,
        additionalPrice: option.additionalPrice === 0 ? "" : typed(option.additionalPrice),
        isAvailable: option.isAvailable,
      })),
    })),
  };
}

function typed(dollars: number): string {
  return centsToDollars(dollarsToCents(dollars)).toFixed(2);
}

type AmountPath = "basePrice" | `optionGroups.${number}.options.${number}.additionalPrice`;

/** Writes an understood amount out with its cents as soon as the field is left. */
export function amountOnBlur(
  {
    register,
    setValue,
  }: Pick<UseFormReturn<MenuItemValues, unknown, MenuItemInput>, "register" | "setValue">,
  path: AmountPath,
) {
  return register(path, {
    onBlur: (event: { target: { value: string } }) => {
      const cents = parseDollars(event.target.value);
      if (cents === null) return;
      // No surcharge is an empty field, as it is when the menu item is opened.
      const isNone = cents === 0 && path !== "basePrice";
      setValue(path, isNone ? "" : centsToDollars(cents).toFixed(2), { shouldDirty: true });
    },
  });
}

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
