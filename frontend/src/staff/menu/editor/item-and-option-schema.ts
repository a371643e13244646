import type { UseFormReturn } from "react-hook-form";
import * as v from "valibot";
import { ItemRequest, OptionGroupRequest, OptionRequest } from "@/domain/api/limits.gen";
import type { MenuItemInput, OptionSet, StaffMenuItem } from "@/domain/api/staff-types";
import { ALLERGENS, allergenList, DIETS, dietList } from "@/domain/menu/diets-and-allergens";
import { saleTimeSentence } from "@/domain/menu/sale-time-words";
import { WEEKDAYS } from "@/domain/time/calendar-day";
import { centsToDollars, dollarsToCents, formatCents, parseDollars } from "@/domain/values/money";
import { defineRecordFields } from "@/forms/define-record-fields";
import { imageUrl, requiredText, text, typedNumber, wholeNumber } from "@/forms/field-schemas";
import { messages as m } from "@/messages";
import { describeWords, NO_WORDS, readWords, wordsSchema } from "./translation-schema";

export const GROUP_LIMIT = ItemRequest.optionGroups.maxItems;
export const PREP_UNITS = ItemRequest.prepUnits;
export const OPTION_LIMIT = OptionGroupRequest.options.maxItems;
export const OPTION_QUANTITY = OptionRequest.maxQuantity;

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

/** Kept while another of the three is looked at, so that no wrong press loses the names. */
function statement<const Name extends string>(names: readonly Name[]) {
  return v.pipe(
    v.object({ said: v.picklist(["not_stated", "none", "these"]), names: v.array(v.string()) }),
    v.check(
      ({ said, names }) => said !== "these" || names.length > 0,
      () => m.menuEditor.food.chooseSome,
    ),
    v.transform((values): Name[] | null => {
      const stated = statedNames(values);
      return stated && names.filter((name) => stated.includes(name));
    }),
  );
}

export interface StatementValues {
  said: "not_stated" | "none" | "these";
  names: string[];
}

const SAYS_NOTHING: StatementValues = { said: "not_stated", names: [] };
export const SAYS_NONE: StatementValues = { said: "none", names: [] };

/** Null for "not stated", as the server has it. */
export function statedNames({ said, names }: StatementValues): string[] | null {
  if (said === "not_stated") return null;
  return said === "none" ? [] : names;
}

function readStatement(names: readonly string[] | null | undefined): StatementValues {
  if (!names) return SAYS_NOTHING;
  return names.length > 0 ? { said: "these", names: [...names] } : SAYS_NONE;
}

const quantityError = () =>
  m.menuEditor.checks.unitsInvalid({
    least: OPTION_QUANTITY.minimum,
    most: OPTION_QUANTITY.maximum,
  });

const badTime = () => m.menuEditor.saleTimes.invalid;
const saleTimeSchema = v.object({
  weekdays: v.pipe(v.array(v.picklist(WEEKDAYS)), v.minLength(1, badTime)),
  startTime: v.pipe(v.string(), v.nonEmpty(badTime)),
  endTime: v.pipe(v.string(), v.nonEmpty(badTime)),
});

const optionSchema = v.object({
  _id: v.optional(v.string()),
  name: required(() => m.menuEditor.checks.optionNameRequired),
  additionalPrice: surcharge,
  isAvailable: v.boolean(),
  maxQuantity: v.pipe(
    wholeNumber(quantityError),
    v.minValue(OPTION_QUANTITY.minimum, quantityError),
    v.maxValue(OPTION_QUANTITY.maximum, quantityError),
  ),
  allergens: statement(ALLERGENS),
  notFor: v.array(v.picklist(DIETS)),
});

export const groupSchema = v.pipe(
  v.object({
    _id: v.optional(v.string()),
    /** The option set that it follows; null once it shall be the menu item's own. */
    setId: v.optional(v.nullable(v.string())),
    name: required(() => m.menuEditor.checks.groupNameRequired),
    minSelect: count(OptionGroupRequest.minSelect.minimum, notWhole),
    maxSelect: count(OptionGroupRequest.maxSelect.minimum, () => m.menuEditor.checks.least),
    freeCount: count(OptionGroupRequest.freeCount.minimum, notWhole),
    options: v.pipe(
      v.array(optionSchema),
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
      ({ maxSelect, options }) => maxSelect <= countChoices(options),
      ({ input }) => m.menuEditor.checks.tooFewOptions({ count: countChoices(input.options) }),
    ),
    ["maxSelect"],
  ),
  v.forward(
    v.check(
      ({ freeCount, maxSelect }) => freeCount <= maxSelect,
      () => m.menuEditor.checks.freeOverMost,
    ),
    ["freeCount"],
  ),
);

/** How many pieces can be chosen of these options. */
function countChoices(options: readonly { maxQuantity: number }[]): number {
  return options.reduce((sum, { maxQuantity }) => sum + (maxQuantity || 0), 0);
}

type OptionValues = v.InferInput<typeof optionSchema>;
export type GroupValues = v.InferInput<typeof groupSchema>;
type OptionGroup = StaffMenuItem["optionGroups"][number];
type Option = OptionGroup["options"][number];

export const NEW_OPTION: OptionValues = {
  name: "",
  additionalPrice: "",
  isAvailable: true,
  maxQuantity: 1,
  allergens: SAYS_NOTHING,
  notFor: [],
};

/** What most groups are: one of several, and it has to be chosen. */
export const NEW_GROUP: GroupValues = {
  name: "",
  minSelect: 1,
  maxSelect: 1,
  freeCount: 0,
  options: [NEW_OPTION],
};

const unitsError = () =>
  m.menuEditor.checks.unitsInvalid({ least: PREP_UNITS.minimum, most: PREP_UNITS.maximum });

/** Amounts stay as they were typed until they are sent. */
export const menuItemFields = defineRecordFields<StaffMenuItem>()({
  name: {
    label: () => m.common.name,
    schema: required(() => m.menuEditor.checks.nameRequired),
    blank: "",
    read: (item) => item.name,
  },
  description: {
    label: () => m.common.description,
    schema: text(ItemRequest.description),
    blank: "",
    read: (item) => item.description,
  },
  category: {
    label: () => m.common.category,
    schema: text(ItemRequest.category),
    blank: "",
    read: (item) => item.category,
  },
  section: {
    label: () => m.common.section,
    schema: text(ItemRequest.section),
    blank: "",
    read: (item) => item.section,
  },
  basePrice: {
    label: () => m.common.price,
    schema: basePrice,
    blank: "",
    read: (item) => typed(item.basePrice),
    show: (price) => formatCents(parseDollars(price)),
  },
  imageUrl: {
    label: () => m.common.image,
    schema: imageUrl(),
    blank: null,
    read: (item) => item.imageUrl,
    show: (address) => (address ? m.common.anImage : m.common.none),
  },
  isAvailable: {
    label: () => m.common.available,
    schema: v.boolean(),
    blank: true,
    read: (item) => item.isAvailable,
    show: (isAvailable) => (isAvailable ? m.common.available : m.common.soldOut),
  },
  prepUnits: {
    label: () => m.common.prepUnits,
    schema: v.pipe(
      wholeNumber(unitsError),
      v.minValue(PREP_UNITS.minimum, unitsError),
      v.maxValue(PREP_UNITS.maximum, unitsError),
    ),
    blank: 1,
    read: (item) => item.prepUnits,
  },
  taxClass: {
    label: () => m.common.taxClass,
    schema: v.picklist(["standard", "reduced", "exempt"]),
    blank: "standard",
    read: (item) => item.taxClass,
    show: (taxClass) => m.common.taxClasses[taxClass],
  },
  diets: {
    label: () => m.food.diet,
    schema: statement(DIETS),
    blank: SAYS_NOTHING,
    read: (item) => readStatement(item.diets),
    show: (diets) => dietList(statedNames(diets)),
  },
  allergens: {
    label: () => m.food.allergen,
    schema: statement(ALLERGENS),
    blank: SAYS_NOTHING,
    read: (item) => readStatement(item.allergens),
    show: (allergens) => allergenList(statedNames(allergens)),
  },
  saleTimes: {
    label: () => m.menuEditor.saleTimes.label,
    schema: v.pipe(v.array(saleTimeSchema), v.maxLength(ItemRequest.saleTimes.maxItems)),
    blank: [],
    read: (item) => item.saleTimes ?? [],
    show: (times) => saleTimeSentence(times) || m.menuEditor.saleTimes.always,
  },
  saleTimesForSection: {
    label: () => m.menuEditor.saleTimes.label,
    schema: v.boolean(),
    blank: false,
    read: () => false,
  },
  translations: {
    label: () => m.menuEditor.translations.label,
    schema: v.object({ en: wordsSchema, es: wordsSchema }),
    blank: { en: NO_WORDS, es: NO_WORDS },
    read: (item) => ({ en: readWords(item, "en"), es: readWords(item, "es") }),
    show: ({ en, es }) =>
      [describeWords(en), describeWords(es)].filter(Boolean).join("\n") || m.common.none,
  },
  optionGroups: {
    label: () => m.common.options,
    schema: v.pipe(
      v.array(groupSchema),
      v.maxLength(GROUP_LIMIT, () => m.menuEditor.checks.mostGroups({ limit: GROUP_LIMIT })),
    ),
    blank: [],
    read: (item) => item.optionGroups.map(readGroup),
    show: (groups) => groups.map(describeGroup).join("\n") || m.common.none,
  },
});

export type MenuItemValues = v.InferInput<typeof menuItemFields.schema>;

function readGroup(group: OptionGroup): GroupValues {
  const { _id, setId, name, minSelect, maxSelect, freeCount = 0, options } = group;
  const link = setId ? { setId } : {};
  return { _id, ...link, name, minSelect, maxSelect, freeCount, options: options.map(readOption) };
}

/** The group that a menu item gets by using the set. */
export function readSet({ _id, options, ...set }: OptionSet): GroupValues {
  const { name, minSelect, maxSelect, freeCount = 0 } = set;
  const onSale = options.map((option) =>
    readOption({ ...option, isAvailable: true, soldOutUntil: null }),
  );
  return { setId: _id, name, minSelect, maxSelect, freeCount, options: onSale };
}

/** The group of another menu item, to be stored as this one's own with everything on sale. */
export function copyGroup(group: OptionGroup): GroupValues {
  const { name, minSelect, maxSelect, freeCount, options } = readGroup(group);
  const copies = options.map(({ _id, ...option }) => ({ ...option, isAvailable: true }));
  return { name, minSelect, maxSelect, freeCount, options: copies };
}

function readOption({ _id, name, additionalPrice, isAvailable, ...food }: Option): OptionValues {
  const maxQuantity = food.maxQuantity ?? 1;
  const extra = additionalPrice === 0 ? "" : typed(additionalPrice);
  const allergens = readStatement(food.allergens);
  const notFor = food.notFor ?? [];
  return { _id, name, additionalPrice: extra, isAvailable, maxQuantity, allergens, notFor };
}

function typed(dollars: number): string {
  return centsToDollars(dollarsToCents(dollars)).toFixed(2);
}

export function describeGroup({ name, minSelect, maxSelect, freeCount, options }: GroupValues) {
  const group = m.menuEditor.conflict.group({
    name,
    least: minSelect,
    most: maxSelect,
    options: options.map(describeOption).join(", "),
  });
  return freeCount > 0 ? `${group} · ${m.menuItem.choose.free({ count: freeCount })}` : group;
}

export function describeOption(values: OptionValues): string {
  const { name, additionalPrice, isAvailable, maxQuantity, allergens, notFor } = values;
  const most = maxQuantity > 1 ? ` (${m.menuItem.choose.upTo({ most: maxQuantity })})` : "";
  const extra = additionalPrice ? ` +${formatCents(parseDollars(additionalPrice))}` : "";
  const food = [
    ...(allergens.said === "these" ? [allergenList(allergens.names)] : []),
    ...(notFor.length > 0 ? [m.menuEditor.food.optionNotFor({ said: dietList(notFor) })] : []),
  ].map((said) => ` · ${said}`);
  const option = `${name}${extra}${most}${food.join("")}`;
  return isAvailable ? option : m.menuEditor.conflict.soldOutOption({ option });
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

/** What a group asks of a customer and gives, in words; null while the numbers make no sense. */
export function describeRule(group: GroupValues): string | null {
  const rule = describeBounds(group);
  if (rule === null || !(group.freeCount > 0)) return rule;
  return `${rule} ${m.menuEditor.rule.free({ count: group.freeCount })}`;
}

function describeBounds({ minSelect, maxSelect }: GroupValues): string | null {
  if (!(minSelect >= 0) || !(maxSelect >= 1) || minSelect > maxSelect) return null;
  if (minSelect === 0) {
    return m.menuEditor.rule.optional({ most: maxSelect });
  }
  if (minSelect === maxSelect) {
    return m.menuEditor.rule.exactly({ count: minSelect });
  }
  return m.menuEditor.rule.between({ least: minSelect, most: maxSelect });
}

/** Whether so much is sold out that the minimum cannot be met, which all options together could. */
export function cannotBeMet({ minSelect, options }: GroupValues): boolean {
  const onSale = options.filter(({ isAvailable }) => isAvailable);
  return countChoices(onSale) < minSelect && countChoices(options) >= minSelect;
}
