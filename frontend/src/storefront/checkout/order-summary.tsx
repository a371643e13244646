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
    <section aria-label={m.storefront.checkout.orderSummary} className={styles.summary}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={open}
        aria-controls={contentId}
        onClick={() => setOpen(!open)}
      >
        <span>
          {open ? m.storefront.checkout.hideOrderSummary : m.storefront.checkout.showOrderSummary}
        </span>
        <span className={styles.toggleTotal}>{total}</span>
      </button>
      <div id={contentId} className={classNames(styles.content, open && styles.open)}>
        <h2 className={styles.heading}>{m.storefront.checkout.yourOrder}</h2>
        {truckName ? (
          <p className={styles.truck}>{m.storefront.checkout.from({ truckName })}</p>
        ) : null}
        <ul className={styles.lines}>
          {cart.items.map((line) => (
            <SummaryLine key={line.id} line={line} />
          ))}
        </ul>
        <dl className={styles.totals}>
          <Total label={m.storefront.checkout.subtotal} dollars={totals.subtotal} />
          {totals.discount ? (
            <Total
              label={m.ui.offers.discount({ code: totals.offerCode })}
              dollars={-totals.discount}
            />
          ) : null}
          <Total label={m.storefront.checkout.tax} dollars={totals.tax} />
          {totals.tip ? <Total label={m.ui.tips.tip} dollars={totals.tip} /> : null}
          <Total label={m.storefront.checkout.total} dollars={totals.total} strong />
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
