import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { orderAgain } from "@/domain/cart/order-again";
import { stopMenuQuery } from "@/domain/menu/api";
import { presentSchedule } from "@/domain/schedule/present-schedule";
import { presentTime } from "@/domain/time/server-clock";
import { truckBySlugQuery } from "@/domain/trucks/truck-by-slug";
import { messages as m } from "@/messages";
import { refillCart, useCart } from "@/storefront/cart/cart-store";
import { CART_OPEN } from "@/storefront/cart/checkout-path";
import { Button, ButtonLink } from "@/ui/controls/button";
import { showToast } from "@/ui/feedback/toast";
import { Stack, Text } from "@/ui/layout";
import type { TrackedOrder } from "./api";
import { isOver } from "./status-labels";

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
      navigate(`/${truck.slug}`, { state: CART_OPEN });
    } catch {
      showToast({ type: "error", message: m.tracking.again.failed });
    } finally {
      setIsBusy(false);
    }
  }

  return { isBusy, refill: (order) => void refill(order) };
}
