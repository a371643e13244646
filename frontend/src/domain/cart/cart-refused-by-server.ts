import type { Pieces } from "@/domain/menu/counted-stock";
import { messages as m } from "@/messages";
import {
  asAnswered,
  type CartItem,
  type Customization,
  optionsOf,
  type SelectedOption,
} from "./cart-item";
import { priced } from "./cart-lines";
import { type CorrectedCart, goneMessage, priceChange, soldOutMessage } from "./reconcile-cart";
import type { TaxClass } from "./taxes";

/** What is wrong with a line; `line` is its index among the items that were sent. */
interface RefusedLine {
  line: number;
  code: string;
  message: string;
  /**
   * With `left`, how many there are still of what is short; `optionId` says when it is an option. An older server only
   * names it, in the truck's own words.
   */
  params?: { left?: unknown; option?: unknown; optionId?: unknown };
}

/** A line as the server prices it. Amounts in dollars. */
interface ServerLine {
  menuItemId: string;
  name: string;
  basePrice: number;
  /** Left out for the standard one. */
  taxClass?: TaxClass;
  customization?: Partial<Customization> | null;
}

interface ServerCart {
  items: ServerLine[];
}

/** Takes over the server's prices, takes out the lines that it refused, and says what changed. */
export function applyServerCart(
  items: readonly CartItem[],
  serverCart: ServerCart | null | undefined,
  problems: readonly RefusedLine[],
): CorrectedCart {
  // With a cart in the answer every line can be sold, and the problems only name the new prices.
  if (serverCart) return takePrices(items, serverCart.items);
  const gone = problems.filter((problem) => !isNotServed(problem) && piecesLeft(problem) === 0);
  const changes = gone.flatMap((problem) => removalMessages(items[problem.line], problem));
  const refused = new Set(gone.map((problem) => problem.line));
  return {
    items: items.filter((_, index) => !refused.has(index)),
    changes: [...new Set(changes)],
  };
}

/** Reads the body of a 409 `prices_changed` or `cart_invalid`; anything unknown in it changes nothing. */
export function applyConflict(items: readonly CartItem[], body: unknown): CorrectedCart {
  const { cart } = (body ?? {}) as { cart?: unknown };
  const serverLines = (cart as { items?: unknown } | null | undefined)?.items;
  return applyServerCart(
    items,
    Array.isArray(serverLines) ? { items: serverLines as ServerLine[] } : null,
    problemsOf(body),
  );
}

/** The names of the lines that a 409 `cart_invalid` says are not served at the pickup. */
export function readNotServed(items: readonly CartItem[], body: unknown): string[] {
  const late = problemsOf(body).filter(isNotServed);
  return [...new Set(late.flatMap(({ line }) => items[line]?.name ?? []))];
}

/** What is not served at the pickup may be so at another one, so it stays in the cart. */
function isNotServed({ code }: RefusedLine): boolean {
  return code === "item_not_served";
}

/** Reads how many are left of what a 409 `cart_invalid` says is short, and not sold out. */
export function readShortages(items: readonly CartItem[], body: unknown): Pieces {
  return Object.fromEntries(
    problemsOf(body).flatMap((problem) => {
      const id = subjectOf(items[problem.line], problem);
      const left = piecesLeft(problem);
      return id && left > 0 ? [[id, left]] : [];
    }),
  );
}

function problemsOf(body: unknown): RefusedLine[] {
  const { problems } = (body ?? {}) as { problems?: unknown };
  return Array.isArray(problems) ? (problems as RefusedLine[]) : [];
}

function piecesLeft({ params }: RefusedLine): number {
  return typeof params?.left === "number" ? params.left : 0;
}

/** The id of the menu item or option that a problem is about. */
function subjectOf(item: CartItem | undefined, problem: RefusedLine): string | undefined {
  if (!item || problem.params?.option === undefined) return item?.menuItemId;
  return refusedOption(item, problem)?.optionId;
}

/** The option that a problem is about, with the name in the cart: that one is in the language of the reader. */
function refusedOption(item: CartItem, { params }: RefusedLine): SelectedOption | undefined {
  const { option, optionId } = params ?? {};
  const chosen = optionsOf(item);
  return (
    chosen.find((one) => one.optionId === optionId) ?? chosen.find(({ name }) => name === option)
  );
}

function takePrices(items: readonly CartItem[], lines: readonly ServerLine[]): CorrectedCart {
  const fresh = items.map((item, index) => {
    const line = lines[index];
    return line?.menuItemId === item.menuItemId ? withServerPrices(item, line) : item;
  });
  const changes = items.flatMap((item, index) => priceChange(item, fresh[index] ?? item));
  return { items: fresh, changes: [...new Set(changes)] };
}

function withServerPrices(item: CartItem, line: ServerLine): CartItem {
  const { optionChoices = [], selectedOptions = [] } = line.customization ?? {};
  return priced({
    ...item,
    // The server names it in the truck's own words; the reader's come with the menu.
    name: item.name || line.name,
    basePrice: line.basePrice,
    taxClass: line.taxClass,
    customization: asAnswered(item.customization, [...optionChoices, ...selectedOptions]),
  });
}

function removalMessages(item: CartItem | undefined, problem: RefusedLine): string[] {
  if (!item) return [];
  const { code, message } = problem;
  if (code === "item_sold_out") return [soldOutMessage(item.name)];
  if (code === "item_gone") return [goneMessage(item.name)];
  const option = code === "option_sold_out" ? refusedOption(item, problem) : undefined;
  if (option) {
    return [m.cartChanges.removedOptionSoldOut({ name: item.name, option: option.name })];
  }
  return [m.cartChanges.removedBecause({ name: item.name, reason: message.replace(/\.$/, "") })];
}
