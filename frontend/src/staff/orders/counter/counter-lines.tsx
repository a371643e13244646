import { type CartItem, optionsOf, unitCents } from "@/domain/cart/cart-item";
import { MAX_QUANTITY } from "@/domain/cart/cart-rules";
import { priceChangeMessage } from "@/domain/cart/counter-order";
import { messages as m } from "@/messages";
import { Price } from "@/ui/content/price";
import { Button } from "@/ui/controls/button";
import { QuantityStepper } from "@/ui/controls/quantity-stepper";
import styles from "./counter.module.css";
import type { CounterOrder } from "./use-counter-order";

export function CounterLines({ order }: { order: CounterOrder }) {
  if (order.lines.length === 0) return null;
  return (
    <ul className={styles.lines} aria-label={m.common.items}>
      {order.lines.map((line, index) => (
        <Line key={line.id} line={line} lineNow={order.linesNow[index] ?? line} order={order} />
      ))}
    </ul>
  );
}

interface LineProps {
  /** At the prices that the customer was told, and at those of now. */
  line: CartItem;
  lineNow: CartItem;
  order: CounterOrder;
}

function Line({ line, lineNow, order }: LineProps) {
  const problem = order.problems.get(line.id);
  const priceChange = priceChangeMessage(line, lineNow);
  const options = optionsOf(lineNow).map(({ name }) => name);
  const note = line.customization.specialInstructions;
  return (
    <li className={styles.line}>
      <p className={styles.lineHead}>
        <span className={styles.lineName}>{line.name}</span>
        <Price cents={unitCents(lineNow) * line.quantity} />
      </p>
      {options.length > 0 ? <p className={styles.hint}>{options.join(", ")}</p> : null}
      {note ? <p className={styles.hint}>“{note}”</p> : null}
      {problem ? (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      ) : null}
      {priceChange && !problem ? (
        <p role="status" className={styles.priceChange}>
          {priceChange}
        </p>
      ) : null}
      <div className={styles.lineActions}>
        <QuantityStepper
          value={line.quantity}
          max={MAX_QUANTITY}
          itemName={line.name}
          onChange={(quantity) => order.setQuantity(line.id, quantity)}
        />
        <Button variant="quiet" onClick={() => order.setQuantity(line.id, 0)}>
          {m.common.remove} <span className="visually-hidden">{line.name}</span>
        </Button>
      </div>
    </li>
  );
}
