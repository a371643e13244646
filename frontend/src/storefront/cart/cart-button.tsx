import { formatCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { classNames } from "@/ui/class-names";
import { Price } from "@/ui/content/price";
import { BagIcon } from "@/ui/icons/first-page-icons";
import styles from "./cart-button.module.css";

interface CartButtonProps {
  count: number;
  subtotalCents: number;
  onClick: () => void;
}

/** Floats over the menu; on a phone it is a bar within reach of the thumb. */
export function CartButton({ count, subtotalCents, onClick }: CartButtonProps) {
  return (
    // Stays in its place while the cart is empty, unseen: the first item flies there.
    <div className={classNames(styles.dock, count === 0 && styles.empty)}>
      <button
        type="button"
        data-cart-target=""
        data-cart-filled={count > 0 || undefined}
        className={styles.button}
        aria-haspopup="dialog"
        onClick={onClick}
      >
        {/* One text, so that every screen reader says the same; no label that hides what is seen. */}
        <span className="visually-hidden">
          {m.cart.button({ count, subtotal: formatCents(subtotalCents) })}
        </span>
        <span className={styles.bag} aria-hidden="true">
          <BagIcon size={24} />
          <span key={count} className={styles.badge}>
            {count}
          </span>
        </span>
        <span className={styles.label} aria-hidden="true">
          {m.cart.title}
        </span>
        <span aria-hidden="true">
          <Price cents={subtotalCents} className={styles.price} />
        </span>
      </button>
      {/* Only changes are read out, and without moving the focus. */}
      <span className="visually-hidden" aria-live="polite">
        {count > 0 ? m.cart.count({ count }) : ""}
      </span>
    </div>
  );
}
