import { useMemo, useState } from "react";
import { findShortLines, stockByLine, unitsOf } from "@/domain/cart/line-stock";
import { soldOutLines } from "@/domain/cart/reconcile-cart";
import { applyConflict, readShortages } from "@/domain/cart/server-cart";
import { type Pieces, withLearnedCounts } from "@/domain/menu/stock-left";
import { correctCart, getCart, useCart } from "./cart-store";
import type { StopMenu } from "./use-stop-menu";

const NOTHING: Pieces = {};

/** The cart of a checkout, held against the menu of now and against what the server last said of it. */
export function useCheckoutCart(slug: string, { menu: known, isCounted }: StopMenu) {
  const cart = useCart(slug);
  const [learned, setLearned] = useState(NOTHING);
  const menu = useMemo(() => withLearnedCounts(known ?? [], learned), [known, learned]);

  function handleConflict(body: unknown): void {
    const before = getCart(slug).items;
    setLearned(readShortages(before, body));
    const { items, changes } = applyConflict(before, body);
    correctCart(slug, items, changes);
  }

  const counted = isCounted ? menu : [];
  return {
    cart,
    soldOut: soldOutLines(cart.items, counted),
    short: findShortLines(cart.items, stockByLine(cart.items, counted)),
    units: unitsOf(cart.items, menu),
    handleConflict,
  };
}
