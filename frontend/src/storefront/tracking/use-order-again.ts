import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { orderAgain } from "@/domain/cart/order-again";
import { stopMenuQuery } from "@/domain/menu/public-menu";
import { presentSchedule } from "@/domain/schedule/current-stops";
import { presentTime } from "@/domain/time/server-clock";
import { truckBySlugQuery } from "@/domain/trucks/truck-by-slug";
import { messages as m } from "@/messages";
import { refillCart } from "@/storefront/cart/cart-store";
import { CART_OPEN, truckPath } from "@/storefront/truck-paths";
import { showToast } from "@/ui/feedback/toast";
import type { TrackedOrder } from "./api";

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
