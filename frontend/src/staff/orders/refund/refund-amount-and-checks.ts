import type { OrderRefund, StaffOrder } from "@/domain/api/staff-types";
import { divideCents, dollarsToCents, formatCents } from "@/domain/values/money";
import { messages as m } from "@/messages";

/** How many pieces of each line, by its place in the order. */
export type Quantities = Readonly<Record<number, number>>;

export interface RefundErrors {
  amount?: string;
  quantities?: string;
  reason?: string;
}

/** What is left of each line after the refunds of lines so far. */
export function itemsLeft(order: StaffOrder): number[] {
  const gone = countPieces(linesOf(order));
  return order.items.map(({ quantity }, place) => quantity - (gone[place] ?? 0));
}

/**
 * What the customer paid for the chosen pieces, in cents. The server computes the same: what was paid for all
 * pieces given back so far, less what the refunds before have taken, so that the cents add up at each tax rate.
 */
export function shareCents(order: StaffOrder, chosen: Quantities): number {
  const earlier = linesOf(order);
  const returned = earlier.reduce((sum, { amount }) => sum + dollarsToCents(amount), 0);
  const gone = countPieces(earlier);
  const after = partsOf(order).reduce(
    (sum, part) =>
      sum + paidFor(part, priceCents(order, part, gone) + priceCents(order, part, chosen)),
    0,
  );
  return Math.max(0, after - returned);
}

/** What an order has at one tax rate, or exempt: the places of its lines, and amounts in cents. */
interface PaidPart {
  places: readonly number[];
  subtotal: number;
  discount: number;
  /** None where prices include it. */
  tax: number;
}

function partsOf(order: StaffOrder): PaidPart[] {
  const rates = order.items.map(({ taxClass }) => rateOf(order, taxClass));
  const taxAt = (rate: number | null) =>
    order.taxes?.find((tax) => rate !== null && tax.rate === rate)?.tax ?? 0;
  const tax = (dollars: number) => (order.pricesIncludeTax ? 0 : dollarsToCents(dollars));
  const [first, ...others] = [...new Set(rates)];
  if (first === undefined || others.length === 0) {
    const places = order.items.map((_, place) => place);
    const subtotal = dollarsToCents(order.subtotal);
    return [{ places, subtotal, discount: dollarsToCents(order.discount), tax: tax(order.tax) }];
  }
  const prices = order.items.map(({ totalPrice }) => dollarsToCents(totalPrice));
  const shares = divideCents(dollarsToCents(order.discount), prices);
  return [first, ...others].map((rate) => {
    const places = order.items.map((_, place) => place).filter((place) => rates[place] === rate);
    const sum = (cents: readonly number[]) => places.reduce((all, at) => all + (cents[at] ?? 0), 0);
    return { places, subtotal: sum(prices), discount: sum(shares), tax: tax(taxAt(rate)) };
  });
}

/** The rate of a line's class in percent; null if it is exempt. */
function rateOf(order: StaffOrder, taxClass: StaffOrder["items"][number]["taxClass"]) {
  if (taxClass === "exempt") return null;
  const reduced = order.taxes?.find(({ rate }) => rate !== order.taxRate)?.rate;
  return taxClass === "reduced" ? (reduced ?? order.taxRate) : order.taxRate;
}

function linesOf(order: StaffOrder): OrderRefund[] {
  return order.refunds.filter(({ items, status }) => items !== null && status !== "failed");
}

function countPieces(refunds: OrderRefund[]): Record<number, number> {
  const gone: Record<number, number> = {};
  for (const { items } of refunds) {
    for (const { index, quantity } of items ?? []) gone[index] = (gone[index] ?? 0) + quantity;
  }
  return gone;
}

function priceCents(order: StaffOrder, { places }: PaidPart, quantities: Quantities): number {
  return places.reduce(
    (sum, place) =>
      sum + dollarsToCents(order.items[place]?.unitPrice ?? 0) * (quantities[place] ?? 0),
    0,
  );
}

/** What was paid for so many cents of a part: less their share of the discount, and with their tax. */
function paidFor(part: PaidPart, cents: number): number {
  return cents - shareOf(part, part.discount, cents) + shareOf(part, part.tax, cents);
}

/** The share of the tax or of the discount in so many cents of a part, rounded half up. */
function shareOf({ subtotal }: PaidPart, shared: number, cents: number): number {
  return subtotal === 0 ? 0 : Math.floor((2 * shared * cents + subtotal) / (2 * subtotal));
}

/** What is wrong with a refund before it is sent: nothing chosen, more than is left, or no reason. */
export function checkRefund(
  order: StaffOrder,
  way: "amount" | "quantities",
  quantities: Quantities,
  cents: number,
  hasReason: boolean,
): RefundErrors {
  const errors: RefundErrors = {};
  const left = dollarsToCents(order.refundable);
  const place = way === "amount" ? "amount" : "quantities";
  if (cents <= 0) {
    errors[place] =
      way === "amount" ? m.order.refund.amountInvalid : itemsProblem(order, quantities);
  } else if (cents > left) {
    errors[place] = m.order.refund.atMost({ left: formatCents(left) });
  }
  if (!hasReason) errors.reason = m.order.refund.reasonRequired;
  return errors;
}

/** Why the chosen pieces come to nothing: none is chosen, they are free, or the discount has paid for them. */
function itemsProblem({ discount }: StaffOrder, quantities: Quantities): string {
  if (chosenItems(quantities).length === 0) return m.order.refund.itemsRequired;
  return discount === 0 ? m.order.refund.itemsUnpaid : m.order.refund.itemsDiscounted;
}

/** The lines with at least one piece chosen, as the server takes them. */
export function chosenItems(quantities: Quantities) {
  return Object.entries(quantities)
    .filter(([, quantity]) => quantity > 0)
    .map(([index, quantity]) => ({ index: Number(index), quantity }));
}
