import { classNames } from "@/components/ui/class-names";
import { BagIcon } from "@/components/ui/icons";
import { Price } from "@/components/ui/price";
import { formatCents } from "@/lib/money";
import styles from "./cart-button.module.css";

interface CartButtonProps {
  count: number;
  subtotalCents: number;
  onClick: () => void;
}

/** Floats over the menu; on a phone it is a bar within reach of the thumb. */
export function CartButton({ count, subtotalCents, onClick }: CartButtonProps) {
  const items = `${count} ${count === 1 ? "item" : "items"}`;
  return (
    <div className={styles.dock}>
      <button
        type="button"
        data-cart-target=""
        className={classNames(styles.button, count === 0 && styles.empty)}
        aria-label={count > 0 ? `Cart, ${items}, ${formatCents(subtotalCents)}` : `Cart, ${items}`}
        aria-haspopup="dialog"
        onClick={onClick}
      >
        <span className={styles.bag}>
          <BagIcon size={24} />
          <span key={count} className={styles.badge}>
            {count}
          </span>
        </span>
        {/* What is seen is the start of the name, so that "click cart" works for people who speak to it. */}
        <span className={styles.label}>Cart</span>
        {count > 0 ? <Price cents={subtotalCents} className={styles.price} /> : null}
      </button>
      {/* Only changes are read out, and without moving the focus. */}
      <span className="visually-hidden" aria-live="polite">
        {count > 0 ? `${items} in the cart` : ""}
      </span>
    </div>
  );
}
