import { formatCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { classNames } from "@/ui/class-names";
import { Price } from "@/ui/content/price";
import { BagIcon } from "@/ui/icons/icons";
import styles from "./cart.module.css";

interface CartButtonProps {
  count: number;
  subtotalCents: number;
  onClick: () => void;
}

/** Floats over the menu; on a phone it is a bar within reach of the thumb. */
export function CartButton({ count, subtotalCents, onClick }: CartButtonProps) {
  const items = `${count} ${m.cart.itemWord({ count })}`;
  const name =
    count > 0
      ? m.cart.button({ items, subtotalCents: formatCents(subtotalCents) })
      : m.cart.buttonEmpty({ items });
  return (
    <div className={styles.dock}>
      <button
        type="button"
        data-cart-target=""
        className={classNames(styles.button, count === 0 && styles.empty)}
        aria-haspopup="dialog"
        onClick={onClick}
      >
        {/* One text, so that every screen reader says the same; no label that hides what is seen. */}
        <span className="visually-hidden">{name}</span>
        <span className={styles.bag} aria-hidden="true">
          <BagIcon size={24} />
          <span key={count} className={styles.badge}>
            {count}
          </span>
        </span>
        <span className={styles.label} aria-hidden="true">
          {m.cart.title}
        </span>
        {count > 0 ? (
          <span aria-hidden="true">
            <Price cents={subtotalCents} className={styles.price} />
          </span>
        ) : null}
      </button>
      {/* Only changes are read out, and without moving the focus. */}
      <span className="visually-hidden" aria-live="polite">
        {count > 0 ? m.cart.count({ items }) : ""}
      </span>
    </div>
  );
}
