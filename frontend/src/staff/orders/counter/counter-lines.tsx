import {
  type CounterLine,
  type MenuById,
  MOST_OF_ONE,
  optionNames,
  priceChangeMessage,
  unitCents,
} from "@/domain/cart/counter-order";
import { messages as m } from "@/messages";
import { Price } from "@/ui/content/price";
import { Button } from "@/ui/controls/button";
import { QuantityStepper } from "@/ui/controls/quantity-stepper";
import styles from "./counter.module.css";
import type { CounterOrder } from "./use-counter-order";

interface CounterLinesProps {
  order: CounterOrder;
  menu: MenuById;
}

export function CounterLines({ order, menu }: CounterLinesProps) {
  if (order.lines.length === 0) return null;
  return (
    <ul className={styles.lines} aria-label={m.staff.ordersCounter.items}>
      {order.lines.map((line) => (
        <Line key={line.id} line={line} order={order} menu={menu} />
      ))}
    </ul>
  );
}

function Line({ line, order, menu }: { line: CounterLine } & CounterLinesProps) {
  const problem = order.problems.get(line.id);
  const priceChange = priceChangeMessage(line, menu);
  const options = optionNames(line, menu);
  return (
    <li className={styles.line}>
      <p className={styles.lineHead}>
        <span className={styles.lineName}>{line.name}</span>
        <Price cents={unitCents(line, menu) * line.quantity} />
      </p>
      {options ? <p className={styles.hint}>{options}</p> : null}
      {line.note ? <p className={styles.hint}>“{line.note}”</p> : null}
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
          max={MOST_OF_ONE}
          itemName={line.name}
          onChange={(quantity) => order.setQuantity(line.id, quantity)}
        />
        <Button variant="quiet" onClick={() => order.remove(line.id)}>
          {m.staff.ordersCounter.remove} <span className="visually-hidden">{line.name}</span>
        </Button>
      </div>
    </li>
  );
}
