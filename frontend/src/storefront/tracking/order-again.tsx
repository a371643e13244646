import { Button, ButtonLink } from "@/ui/controls/button";
import type { TrackedOrder } from "./api";
import styles from "./order-again.module.css";
import { isOver } from "./status-labels";

interface OrderAgainProps {
  order: TrackedOrder;
  busy: boolean;
  onOrderAgain: () => void;
}

/** The same once more, at today's prices. */
export function OrderAgain({ order, busy, onOrderAgain }: OrderAgainProps) {
  const { name, isActive } = order.truck;
  return (
    <section aria-labelledby="order-again" className={styles.again}>
      <h2 id="order-again">Hungry again?</h2>
      {isActive ? (
        <>
          <p>Your cart is filled with this order at today's prices, and says what has changed.</p>
          <Button
            variant={isOver(order.status) ? "primary" : "secondary"}
            busy={busy}
            onClick={onOrderAgain}
          >
            {busy ? "Looking at today's menu..." : "Order again"}
          </Button>
        </>
      ) : (
        <>
          <p>{name} is not on the street at the moment.</p>
          <ButtonLink to="/">Browse Food Trucks</ButtonLink>
        </>
      )}
    </section>
  );
}
