import { useState } from "react";
import type { StaffMenuItem } from "@/domain/api/staff-types";
import { asAnswered, type CartItem, optionsOf, unitCents } from "@/domain/cart/cart-item";
import { priced } from "@/domain/cart/cart-lines";
import { type LineProblem, lineProblem, withMenuPrices } from "@/domain/cart/reconcile-cart";
import type { TaxTerms } from "@/domain/cart/taxes";
import { dollarsToCents, formatCents } from "@/domain/values/money";
import { messages as m } from "@/messages";

export type MenuById = ReadonlyMap<string, StaffMenuItem>;

/**
 * The line at the prices of the menu of now; what has left the menu keeps its own. A line of an order at the counter
 * keeps the prices that the customer was told.
 */
export function atMenuPrices(line: CartItem, menu: MenuById): CartItem {
  const menuItem = menu.get(line.menuItemId);
  return menuItem ? withMenuPrices(line, menuItem) : line;
}

/** Why a line cannot be sold as it stands, for the staff; null when it can. */
export function problemMessage(line: CartItem, menu: MenuById): string | null {
  const problem = lineProblem(line, menu.get(line.menuItemId));
  return problem && PROBLEM_MESSAGES[problem.kind](problem.name);
}

const PROBLEM_MESSAGES: Record<LineProblem["kind"], (name: string) => string> = {
  gone: (name) => m.cartChanges.gone({ name }),
  option_gone: () => m.cartChanges.optionGone,
  choose_again: (group) => m.cartChanges.chooseAgain({ group }),
  sold_out: (name) => m.menuItem.isSoldOut({ name }),
};

/** The server's cart, with the prices of a line in the place where it was sent. In dollars. */
export interface ServerCart {
  items: Pick<CartItem, "basePrice" | "customization" | "taxClass">[];
  subtotal: number;
  tax: number;
  tip: number;
  discount: number;
  total: number;
}

/** The lines at the server's prices, which the menu on this screen may not have yet. */
export function atServerPrices(lines: readonly CartItem[], cart: ServerCart): CartItem[] {
  return lines.map((line, index) => {
    const item = cart.items[index];
    if (!item) return line;
    const customization = asAnswered(line.customization, optionsOf(item));
    const { basePrice, taxClass } = item;
    return priced({ ...line, basePrice, taxClass, customization });
  });
}

/** What the customer has to be told again; null while the price stands. */
export function priceChangeMessage(before: CartItem, after: CartItem): string | null {
  const [told, now] = [unitCents(before), unitCents(after)];
  if (now === told) return null;
  return m.cartChanges.priceEach({ price: formatCents(now), formerPrice: formatCents(told) });
}

/** Before the tip, which is added to either. */
export function totalsOfQuote({ subtotal, tax, tip, discount, total }: ServerCart) {
  return {
    subtotalCents: dollarsToCents(subtotal),
    discountCents: dollarsToCents(discount),
    taxCents: dollarsToCents(tax),
    totalCents: dollarsToCents(total) - dollarsToCents(tip),
  };
}

export function hasTaxOf(one: TaxTerms, other: TaxTerms): boolean {
  return (["taxRate", "reducedTaxRate", "pricesIncludeTax"] as const).every(
    (name) => one[name] === other[name],
  );
}

/**
 * The tax at which staff have seen the total of an order, where the stop or the truck has another one by now; null
 * while it is the same. Another stop is their own choice.
 */
export function useTaxBefore(stopId: string | null, now: TaxTerms, isEmpty: boolean) {
  const [seen, setSeen] = useState({ stopId, tax: now });
  const isSame = seen.stopId === stopId && hasTaxOf(seen.tax, now);
  const accept = () => setSeen({ stopId, tax: now });
  const isTold = isSame || isEmpty || seen.stopId !== stopId;
  if (isTold && !isSame) accept();
  return { taxBefore: isTold ? null : seen.tax, acceptTax: accept };
}
