import type { UseFormReturn } from "react-hook-form";
import type { MenuItemInput, StaffMenuItem } from "@/domain/api/admin-types";
import { isImageUrl } from "@/domain/values/image-url";
import { centsToDollars, dollarsToCents, parseDollars } from "@/domain/values/money";
import { z } from "@/forms/zod";
import { messages as m } from "@/messages";

export const GROUP_LIMIT = 10;
export const OPTION_LIMIT = 30;

const MAX_PRICE_CENTS = 999_99;
const MAX_SURCHARGE_CENTS = 100_00;

/** Amounts stay as they were typed until they are sent. */
export interface OptionValues {
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

const text = (limit: number) =>
  z
    .string()
    .trim()
    .max(limit, { error: () => m.staff.menuEditor.atMostCharacters({ limit }) });
const requiredText = (limit: number, error: () => string) => text(limit).min(1, { error });
const count = z
  .number({
    error: () => m.staff.menuEditor.enterAWholeNumber,
  })
  .int({ error: () => m.staff.menuEditor.enterAWholeNumber })
  .min(0, { error: () => m.staff.menuEditor.enterAWholeNumber })
  .max(OPTION_LIMIT, { error: () => m.staff.menuEditor.atMost({ optionLimit: OPTION_LIMIT }) });

const basePrice = z.string().transform((typed, context) => {
  const cents = parseDollars(typed);
  if (cents !== null && cents <= MAX_PRICE_CENTS) return centsToDollars(cents);
  const message = typed.trim()
    ? m.staff.menuEditor.enterDollarsAndCentsFrom
    : m.staff.menuEditor.enterAPrice;
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

const surcharge = z.string().transform((typed, context) => {
  if (typed.trim() === "") return 0;
  const cents = parseDollars(typed);
  if (cents !== null && cents <= MAX_SURCHARGE_CENTS) return centsToDollars(cents);
  context.addIssue({ code: "custom", message: m.staff.menuEditor.enter0To100Dollars });
  return z.NEVER;
});

const option = z.object({
  _id: z.string().optional(),
  name: requiredText(80, () => m.staff.menuEditor.sayWhatCanBeChosen),
  additionalPrice: surcharge,
  isAvailable: z.boolean(),
});

const group = z
  .object({
    _id: z.string().optional(),
    name: requiredText(80, () => m.staff.menuEditor.sayWhatIsChosenHere),
    minSelect: count,
    maxSelect: count.min(1, { error: () => m.staff.menuEditor.atLeast1 }),
    options: z
      .array(option)
      .min(1, { error: () => m.staff.menuEditor.addAtLeastOneOption })
      .max(OPTION_LIMIT, {
        error: () => m.staff.menuEditor.atMostOptions({ optionLimit: OPTION_LIMIT }),
      }),
  })
  .superRefine(({ minSelect, maxSelect, options }, context) => {
    if (minSelect > maxSelect) {
      const message = m.staff.menuEditor.leastIsMoreThanMost;
      context.addIssue({ code: "custom", path: ["minSelect"], message });
    }
    if (maxSelect > options.length) {
      const message = m.staff.menuEditor.thereIsOneOptionThere({ count: options.length });
      context.addIssue({ code: "custom", path: ["maxSelect"], message });
    }
  });

export const menuItemSchema = z.object({
  name: requiredText(80, () => m.staff.menuEditor.enterNameOfMenuItem),
  description: text(500),
  category: text(40),
  section: text(40),
  basePrice,
  imageUrl: z
    .string()
    .nullable()
    .refine(isImageUrl, { error: () => m.domain.values.enterAddressThatStartsWith }),
  isAvailable: z.boolean(),
  optionGroups: z.array(group).max(GROUP_LIMIT, {
    error: () => m.staff.menuEditor.atMostGroups({ groupLimit: GROUP_LIMIT }),
  }),
}) satisfies z.ZodType<MenuItemInput, MenuItemValues>;

export function valuesOf(item: StaffMenuItem): MenuItemValues {
  const { name, description, category, section, imageUrl, isAvailable } = item;
  return {
    name,
    description,
    category,
    section,
    basePrice: typed(item.basePrice),
    imageUrl,
    isAvailable,
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
