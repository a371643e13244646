import type { MenuItem } from "@/domain/api/public-types";
import type { components } from "@/domain/api/schema.gen";
import { centsToDollars, dollarsToCents } from "@/domain/values/money";
import type { CartItem, Customization } from "./cart-item";
import { addLine, customize } from "./cart-lines";
import { type CorrectedCart, reconcileCart } from "./reconcile-cart";

/** A line of an order that was paid once; amounts in dollars, with the options in the unit's price. */
export type OrderedLine = Omit<
  components["schemas"]["OrderItemOut"],
  "totalPrice" | "refundedQuantity"
>;

/** The lines of an earlier order at the prices of today's menu, and what has changed since. */
export function orderAgain(
  lines: readonly OrderedLine[],
  menu: readonly MenuItem[],
  truckId: string,
): CorrectedCart {
  const ordered = lines.reduce<CartItem[]>(
    (items, line, index) => addLine(items, asOrdered(line, menu, truckId), index),
    [],
  );
  return reconcileCart(ordered, menu);
}

/** The line as it was bought, with the ids that today's menu has for its options. */
function asOrdered(line: OrderedLine, menu: readonly MenuItem[], truckId: string) {
  const optionCents = line.customizations.reduce(
    (sum, option) => sum + dollarsToCents(option.additionalPrice),
    0,
  );
  return {
    menuItemId: line.menuItemId ?? "",
    name: line.name,
    basePrice: centsToDollars(dollarsToCents(line.unitPrice) - optionCents),
    quantity: line.quantity,
    imageUrl: null,
    truckId,
    customization: customizationOf(
      line,
      menu.find((item) => item._id === line.menuItemId),
    ),
  };
}

function customizationOf(line: OrderedLine, menuItem: MenuItem | undefined): Customization {
  const chosen = line.customizations.map(({ group: groupName, name, additionalPrice }) => {
    const group = menuItem?.optionGroups.find((candidate) => candidate.name === groupName);
    const option = group?.options.find((candidate) => candidate.name === name);
    // An option that is gone keeps its name, so that it can be said which one it was.
    const optionId = option?._id ?? `gone: ${groupName}, ${name}`;
    return { group: group ?? { name: groupName }, option: { optionId, name, additionalPrice } };
  });
  return customize(chosen, line.specialInstructions ?? "");
}
