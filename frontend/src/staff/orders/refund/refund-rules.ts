import type { OrderRefund, StaffOrder } from "@/domain/api/staff-types";
import { dollarsToCents, formatCents } from "@/domain/values/money";
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
 * pieces given back so far, less what the refunds before have taken, so that the cents add up.
 */
export function shareCents(order: StaffOrder, chosen: Quantities): number {
  const earlier = linesOf(order);
  const returned = earlier.reduce((sum, { amount }) => sum + dollarsToCents(amount), 0);
  const after = priceCents(order, countPieces(earlier)) + priceCents(order, chosen);
  return Math.max(0, paidFor(order, after) - returned);
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

function priceCents(order: StaffOrder, quantities: Quantities): number {
  return order.items.reduce(
    (sum, { unitPrice }, place) => sum + dollarsToCents(unitPrice) * (quantities[place] ?? 0),
    0,
  );
}

/** What was paid for so many cents of the subtotal: less their share of the discount, and with their tax. */
function paidFor(order: StaffOrder, cents: number): number {
  return cents - shareOf(order, order.discount, cents) + shareOf(order, order.tax, cents);
}

/** The share of the tax or of the discount in so many cents of the subtotal, rounded half up. */
function shareOf(order: StaffOrder, dollars: number, cents: number): number {
  const subtotal = dollarsToCents(order.subtotal);
  if (subtotal === 0) return 0;
  return Math.floor((2 * dollarsToCents(dollars) * cents + subtotal) / (2 * subtotal));
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
