import { messages as m } from "@/messages";
import { useCart } from "@/storefront/cart/cart-store";
import { Button, ButtonLink } from "@/ui/controls/button";
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
