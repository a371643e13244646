import { useId, useState } from "react";
import { type CartItem, optionsOf } from "@/domain/cart/cart-item";
import type { CheckoutCart } from "@/domain/cart/cart-rules";
import { dollarsToCents, formatCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { classNames } from "@/ui/class-names";
import { Price } from "@/ui/content/price";
import styles from "./order-summary.module.css";

interface OrderSummaryProps {
  truckName: string | undefined;
  cart: CheckoutCart;
  /** Dollars, as the server priced them; the cart's own preview until then. */
  totals: {
    subtotal: number;
    tax: number;
    tip?: number;
    discount?: number;
    offerCode?: string | null;
    total: number;
  };
}

/** What is being bought. On a phone it folds away behind the total. */
export function OrderSummary({ truckName, cart, totals }: OrderSummaryProps) {
  const [open, setOpen] = useState(false);
  const contentId = useId();
  const total = formatCents(dollarsToCents(totals.total));
  return (
    <section aria-label={m.checkout.summary.title} className={styles.summary}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={open}
        aria-controls={contentId}
        onClick={() => setOpen(!open)}
      >
        <span>{open ? m.checkout.summary.hide : m.checkout.summary.show}</span>
        <span className={styles.toggleTotal}>{total}</span>
      </button>
      <div id={contentId} className={classNames(styles.content, open && styles.open)}>
        <h2 className={styles.heading}>{m.common.yourOrder}</h2>
        {truckName ? (
          <p className={styles.truck}>{m.checkout.summary.from({ truckName })}</p>
        ) : null}
        <ul className={styles.lines}>
          {cart.items.map((line) => (
            <SummaryLine key={line.id} line={line} />
          ))}
        </ul>
        <dl className={styles.totals}>
          <Total label={m.common.subtotal} dollars={totals.subtotal} />
          {totals.discount ? (
            <Total
              label={m.offer.discount({ code: totals.offerCode })}
              dollars={-totals.discount}
            />
          ) : null}
          <Total label={m.common.tax} dollars={totals.tax} />
          {totals.tip ? <Total label={m.common.tip} dollars={totals.tip} /> : null}
          <Total label={m.common.total} dollars={totals.total} strong />
        </dl>
      </div>
    </section>
  );
}

function SummaryLine({ line }: { line: CartItem }) {
  const { specialInstructions } = line.customization;
  const options = optionsOf(line)
    .map(({ name }) => name)
    .join(", ");
  return (
    <li className={styles.line}>
      <div>
        <p className={styles.name}>
          {line.name}
          {line.quantity > 1 ? <span className={styles.quantity}> x {line.quantity}</span> : null}
        </p>
        {options ? <p className={styles.detail}>{options}</p> : null}
        {specialInstructions ? <p className={styles.detail}>“{specialInstructions}”</p> : null}
      </div>
      <Price cents={dollarsToCents(line.totalPrice)} />
    </li>
  );
}

function Total({ label, dollars, strong = false }: TotalProps) {
  return (
    <div className={classNames(styles.total, strong && styles.strong)}>
      <dt>{label}</dt>
      <dd>
        <Price cents={dollarsToCents(dollars)} />
      </dd>
    </div>
  );
}

interface TotalProps {
  label: string;
  dollars: number;
  strong?: boolean;
}
