import type { MenuItem, MenuOption, OptionGroup } from "@/domain/api/types";
import type { Customization, SelectedOption } from "./cart-item";
import { ITEM_INSTRUCTIONS_LIMIT, type NewLine } from "./cart-rules";

export interface Choice {
  menuItem: MenuItem;
  quantity: number;
  chosen: readonly { group: OptionGroup; option: MenuOption }[];
  specialInstructions: string;
}

/** A menu item with what was chosen for it, as a line of the cart. */
export function newLine({ menuItem, quantity, chosen, specialInstructions }: Choice): NewLine {
  const selected = chosen.map(({ group, option: { _id: optionId, name, additionalPrice } }) => ({
    group,
    option: { optionId, name, additionalPrice },
  }));
  return {
    menuItemId: menuItem._id,
    name: menuItem.name,
    basePrice: menuItem.basePrice,
    quantity,
    imageUrl: menuItem.imageUrl,
    truckId: menuItem.truckId,
    customization: customize(
      selected,
      specialInstructions.trim().slice(0, ITEM_INSTRUCTIONS_LIMIT),
    ),
  };
}

interface ChosenOption {
  group: { name: string; maxSelect?: number };
  option: SelectedOption;
}

/** The options by whether their group allows one or several, as the server takes them. */
export function customize(
  chosen: readonly ChosenOption[],
  specialInstructions: string,
): Customization {
  const isSingle = ({ group }: ChosenOption) => group.maxSelect === 1;
  return {
    optionChoices: chosen
      .filter(isSingle)
      .map(({ group: { name }, option }) => ({ ...option, selectedOption: { name } })),
    selectedOptions: chosen.filter((one) => !isSingle(one)).map(({ option }) => option),
    specialInstructions,
  };
}
