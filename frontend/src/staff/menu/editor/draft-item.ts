import type { MenuItem } from "@/domain/api/types";
import { isImageUrl } from "@/domain/values/image-url";
import { centsToDollars, parseDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import type { MenuItemValues } from "./menu-item-values";

/** The menu item as customers would see it if it were stored now; what is half typed counts as nothing. */
export function draftItem(values: MenuItemValues, truckId: string): MenuItem {
  return {
    _id: "draft",
    truckId,
    name: values.name.trim() || m.menuEditor.preview.name,
    description: values.description.trim(),
    category: values.category.trim(),
    section: values.section.trim(),
    basePrice: dollars(values.basePrice),
    imageUrl: isImageUrl(values.imageUrl) ? values.imageUrl : null,
    isAvailable: values.isAvailable,
    soldOutUntil: null,
    hasOptions: values.optionGroups.length > 0,
    position: 0,
    prepUnits: values.prepUnits,
    optionGroups: values.optionGroups.map((group, place) => ({
      _id: `group-${place}`,
      name: group.name.trim() || m.menuEditor.group.label,
      minSelect: group.minSelect || 0,
      maxSelect: Math.max(1, group.maxSelect || 1),
      options: group.options.map((option, row) => ({
        _id: `option-${place}-${row}`,
        name: option.name.trim() || m.menuEditor.option.placeholder({ place: row + 1 }),
        additionalPrice: dollars(option.additionalPrice),
        isAvailable: option.isAvailable,
        soldOutUntil: null,
      })),
    })),
  };
}

function dollars(text: string): number {
  return centsToDollars(parseDollars(text) ?? 0);
}
