import type { OrderRefund, StaffOrder } from "@/domain/api/admin-types";
import { dollarsToCents } from "@/domain/values/money";

/** How many pieces of each line, by its place in the order. */
export type Quantities = Readonly<Record<number, number>>;

/** What is left of each line after the refunds of lines so far. */
export function itemsLeft(order: StaffOrder): number[] {
  const gone = countPieces(linesOf(order));
  return order.items.map(({ quantity }, place) => quantity - (gone[place] ?? 0));
}

/**
 * What the chosen pieces come to with their tax, in cents. The server computes the same: tax is due on
 * all pieces given back so far, less what the refunds before have taken, so that the cents add up.
 */
export function shareCents(order: StaffOrder, chosen: Quantities): number {
  const earlier = linesOf(order);
  const before = priceCents(order, countPieces(earlier));
  const paid = earlier.reduce((sum, { amount }) => sum + dollarsToCents(amount), 0);
  const wanted = priceCents(order, chosen);
  return wanted + Math.max(0, taxOn(order, before + wanted) - (paid - before));
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

function taxOn(order: StaffOrder, cents: number): number {
  const subtotal = dollarsToCents(order.subtotal);
  if (subtotal === 0) return 0;
  return Math.floor((2 * dollarsToCents(order.tax) * cents + subtotal) / (2 * subtotal));
}
