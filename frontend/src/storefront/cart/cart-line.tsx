import { Badge } from "@/components/ui/badge";
import { LetterPlate } from "@/components/ui/letter-plate";
import { Picture } from "@/components/ui/picture";
import { Price } from "@/components/ui/price";
import { QuantityStepper } from "@/components/ui/quantity-stepper";
import { dollarsToCents } from "@/lib/money";
import { type CartItem, optionsOf } from "./cart-item";
import styles from "./cart-line.module.css";

interface CartLineProps {
  item: CartItem;
  /** What of it is sold out, the dish itself or an option; null while it can be had. */
  soldOut: string | null;
  /** 0 takes the line out. */
  onQuantity: (quantity: number) => void;
}

export function CartLine({ item, soldOut, onQuantity }: CartLineProps) {
  const options = optionsOf(item);
  const { specialInstructions } = item.customization;
  return (
    <li className={styles.line}>
      <div className={styles.picture}>
        <Picture
          address={item.imageUrl}
          alt=""
          sizes="3.5rem"
          ratio="square"
          fallback={<LetterPlate name={item.name} />}
          dimmed={soldOut !== null}
        />
      </div>
      <div className={styles.words}>
        <h3 className={styles.name}>{item.name}</h3>
        {soldOut ? (
          <p>
            <Badge tone="danger">
              {soldOut === item.name ? "Sold out" : `${soldOut} is sold out`}
            </Badge>
          </p>
        ) : null}
        {options.length > 0 ? (
          <p className={styles.detail}>{options.map((option) => option.name).join(", ")}</p>
        ) : null}
        {specialInstructions ? <p className={styles.detail}>“{specialInstructions}”</p> : null}
      </div>
      <Price cents={dollarsToCents(item.totalPrice)} className={styles.price} />
      <div className={styles.controls}>
        <QuantityStepper value={item.quantity} onChange={onQuantity} itemName={item.name} />
        <button type="button" className={styles.remove} onClick={() => onQuantity(0)}>
          Remove <span className="visually-hidden">{item.name}</span>
        </button>
      </div>
    </li>
  );
}
