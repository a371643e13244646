import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import type { MenuItem } from "@/domain/api/public-types";
import type { components } from "@/domain/api/schema.gen";
import type { CartItem, Customization } from "@/domain/cart/cart-item";
import { customize } from "@/domain/cart/cart-item";
import { addLine } from "@/domain/cart/cart-lines";
import { type CorrectedCart, reconcileCart } from "@/domain/cart/reconcile-cart";
import { translateLine, translateMenu } from "@/domain/menu/menu-and-order-line-translations";
import { stopMenuQuery } from "@/domain/menu/public-menu-queries";
import { presentSchedule } from "@/domain/schedule/current-stops";
import { presentTime } from "@/domain/time/server-clock";
import { truckBySlugQuery } from "@/domain/trucks/public-truck-queries";
import { centsToDollars, dollarsToCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { refillCart, useCart } from "@/storefront/cart/cart-store";
import { CART_OPEN, truckPath } from "@/storefront/page-paths";
import { Button, ButtonLink } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast";
import { Stack, Text } from "@/ui/layout";
import type { TrackedOrder } from "./api";
import { isOver } from "./status-and-payment-words";

/** Fills the cart from an earlier order with what its truck has at the stop that takes orders, and opens the cart. */
export function useOrderAgain(): { isBusy: boolean; refill: (order: TrackedOrder) => void } {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [isBusy, setIsBusy] = useState(false);

  async function refill({ items, truck }: TrackedOrder): Promise<void> {
    setIsBusy(true);
    try {
      const present = await client.fetchQuery({ ...truckBySlugQuery(truck.slug), staleTime: 0 });
      const menuQuery = stopMenuQuery(present, presentSchedule(present, presentTime()));
      const menu = await client.fetchQuery({ ...menuQuery, staleTime: 0 });
      refillCart(truck.slug, orderAgain(items, menu, truck._id));
      navigate(truckPath(truck.slug), { state: CART_OPEN });
    } catch {
      showToast({ type: "error", message: m.tracking.again.failed });
    } finally {
      setIsBusy(false);
    }
  }

  return { isBusy, refill: (order) => void refill(order) };
}

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
  return reconcileCart(ordered, translateMenu(menu));
}

/** The line as it was bought, with the ids that today's menu has for its options. */
function asOrdered(line: OrderedLine, menu: readonly MenuItem[], truckId: string) {
  const optionCents = line.customizations.reduce(
    (sum, option) => sum + dollarsToCents(option.additionalPrice),
    0,
  );
  return {
    menuItemId: line.menuItemId ?? "",
    name: translateLine(line).name,
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

/** Ids are found by the truck's own words: an older order may not know those of the reader, or other ones. */
function customizationOf(line: OrderedLine, menuItem: MenuItem | undefined): Customization {
  const said = translateLine(line).customizations;
  const chosen = line.customizations.map(({ group: groupName, name, ...taken }, at) => {
    const group = menuItem?.optionGroups.find((candidate) => candidate.name === groupName);
    const option = group?.options.find((candidate) => candidate.name === name);
    // An option that is gone keeps its name, so that it can be said which one it was.
    const optionId = option?._id ?? `gone: ${groupName}, ${name}`;
    const { additionalPrice, quantity = 1 } = taken;
    const several = quantity > 1 ? { quantity } : {};
    return {
      group: { ...group, name: said[at]?.group ?? groupName },
      option: { optionId, name: said[at]?.name ?? name, additionalPrice, ...several },
    };
  });
  return customize(chosen, line.specialInstructions ?? "");
}

interface OrderAgainProps {
  order: TrackedOrder;
  busy: boolean;
  onOrderAgain: () => void;
}

/** The same once more, at today's prices. */
export function OrderAgain({ order, busy, onOrderAgain }: OrderAgainProps) {
  const { name, isActive, slug } = order.truck;
  const hasCart = useCart(slug).items.length > 0;
  return (
    <Stack as="section" gap={3} items="start" aria-labelledby="order-again">
      <Text as="h2" size="l" id="order-again">
        {m.tracking.again.title}
      </Text>
      {isActive ? (
        <>
          <p>{hasCart ? m.tracking.again.hintAdded : m.tracking.again.hint}</p>
          <Button
            variant={isOver(order.status) ? "primary" : "secondary"}
            busy={busy}
            onClick={onOrderAgain}
          >
            {busy ? m.tracking.again.loading : m.tracking.again.action}
          </Button>
        </>
      ) : (
        <>
          <p>{m.tracking.again.truckGone({ truck: name })}</p>
          <ButtonLink to="/">{m.common.browseTrucks}</ButtonLink>
        </>
      )}
    </Stack>
  );
}
