import type { MenuItem } from "@/domain/api/types";
import { formatCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { type CartItem, unitCents } from "./cart-item";
import { type LineProblem, lineProblem, withMenuPrices } from "./line-problem";

export interface CorrectedCart {
  items: CartItem[];
  /** What changed, in sentences for the customer; empty when nothing did. */
  changes: string[];
}

interface ReconcileOptions {
  /** Under the customer's eyes nothing vanishes that may be back in ten minutes: its line says so instead. */
  keepSoldOut?: boolean;
}

/** Holds the lines against the menu of now: new prices are taken over, what cannot be had is taken out. */
export function reconcileCart(
  items: readonly CartItem[],
  menu: readonly MenuItem[],
  { keepSoldOut = false }: ReconcileOptions = {},
): CorrectedCart {
  const byId = new Map(menu.map((menuItem) => [menuItem._id, menuItem]));
  const kept: CartItem[] = [];
  const changes: string[] = [];
  for (const item of items) {
    const menuItem = byId.get(item.menuItemId);
    const problem = lineProblem(item, menuItem);
    const isRemoved = problem !== null && !(keepSoldOut && problem.kind === "sold_out");
    if (isRemoved) changes.push(removedMessage(menuItem?.name ?? item.name, problem));
    if (isRemoved || !menuItem) continue;
    const fresh = withMenuPrices(item, menuItem);
    changes.push(...priceChange(item, fresh));
    kept.push(fresh);
  }
  return { items: kept, changes: [...new Set(changes)] };
}

/** "Carnitas taco is now $4.50 (was $4.00)", or nothing when one of them still costs the same. */
export function priceChange(before: CartItem, after: CartItem): string[] {
  const [was, is] = [unitCents(before), unitCents(after)];
  return was === is
    ? []
    : [
        m.cartChanges.priceNow({
          name: after.name,
          price: formatCents(is),
          formerPrice: formatCents(was),
        }),
      ];
}

export function goneMessage(name: string): string {
  return m.cartChanges.removedGone({ name });
}

export function soldOutMessage(name: string): string {
  return m.cartChanges.removedSoldOut({ name });
}

/** The lines that cannot be had just now, by their ids, with what is sold out of each: "Elote", "Guacamole". */
export function soldOutLines(
  items: readonly CartItem[],
  menu: readonly MenuItem[],
): ReadonlyMap<string, string> {
  const byId = new Map(menu.map((menuItem) => [menuItem._id, menuItem]));
  return new Map(
    items.flatMap((item) => {
      const problem = lineProblem(item, byId.get(item.menuItemId));
      return problem?.kind === "sold_out" ? [[item.id, problem.name]] : [];
    }),
  );
}

function removedMessage(name: string, { kind, name: part }: LineProblem): string {
  if (kind === "gone") return goneMessage(name);
  if (kind === "option_gone") return m.cartChanges.removedOptionGone({ name, option: part });
  if (kind === "choose_again") {
    return m.cartChanges.removedChooseAgain({ name, group: part });
  }
  return part === name
    ? soldOutMessage(name)
    : m.cartChanges.removedOptionSoldOut({ name, option: part });
}
