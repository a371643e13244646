import type { MenuItem, MenuOption, OptionGroup } from "@/domain/api/types";
import type { Customization } from "./cart-item";
import { ITEM_INSTRUCTIONS_LIMIT, type NewLine } from "./cart-rules";

export interface Choice {
  menuItem: MenuItem;
  quantity: number;
  chosen: readonly { group: OptionGroup; option: MenuOption }[];
  specialInstructions: string;
}

/** A menu item with what was chosen for it, as a line of the cart. */
export function newLine({ menuItem, quantity, chosen, specialInstructions }: Choice): NewLine {
  const customization: Customization = {
    optionChoices: [],
    selectedOptions: [],
    specialInstructions: specialInstructions.trim().slice(0, ITEM_INSTRUCTIONS_LIMIT),
  };
  for (const { group, option } of chosen) {
    const selected = {
      optionId: option._id,
      name: option.name,
      additionalPrice: option.additionalPrice,
    };
    if (group.maxSelect === 1) {
      customization.optionChoices.push({ ...selected, selectedOption: { name: group.name } });
    } else {
      customization.selectedOptions.push(selected);
    }
  }
  return {
    menuItemId: menuItem._id,
    name: menuItem.name,
    basePrice: menuItem.basePrice,
    quantity,
    imageUrl: menuItem.imageUrl,
    truckId: menuItem.truckId,
    customization,
  };
}
