import { type CartItem, optionsOf } from "@/domain/cart/cart-item";
import type { LineStock } from "@/domain/cart/line-stock";
import { dollarsToCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { Badge } from "@/ui/content/badge";
import { LetterPlate } from "@/ui/content/letter-plate";
import { Price } from "@/ui/content/price";
import { ResponsiveImage } from "@/ui/content/responsive-image";
import { QuantityStepper } from "@/ui/controls/quantity-stepper";
import { Box, Text } from "@/ui/layout";
import styles from "./cart.module.css";
import { ChangeQuantity } from "./stock/change-quantity";

interface CartLineProps {
  item: CartItem;
  /** What of it is sold out, the menu item itself or an option; null while it can be had. */
  soldOut: string | null;
  stock: LineStock | undefined;
  /** 0 takes the line out. */
  onQuantity: (quantity: number) => void;
}

export function CartLine({ item, soldOut, stock, onQuantity }: CartLineProps) {
  const options = optionsOf(item);
  const { specialInstructions } = item.customization;
  return (
    <li className={styles.line}>
      <div className={styles.image}>
        <ResponsiveImage
          address={item.imageUrl}
          alt=""
          sizes="3.5rem"
          ratio="square"
          fallback={<LetterPlate name={item.name} />}
          dimmed={soldOut !== null}
        />
      </div>
      <Box shrinks>
        <Text as="h3" size="m" breaks>
          {item.name}
        </Text>
        {soldOut ? (
          <p>
            <Badge tone="danger">
              {soldOut === item.name
                ? m.common.soldOut
                : m.cart.line.optionSoldOut({ option: soldOut })}
            </Badge>
          </p>
        ) : (
          <Left item={item} stock={stock} onQuantity={onQuantity} />
        )}
        {options.length > 0 ? (
          <Text soft size="s" breaks>
            {options.map((option) => option.name).join(", ")}
          </Text>
        ) : null}
        {specialInstructions ? (
          <Text soft size="s" breaks>
            “{specialInstructions}”
          </Text>
        ) : null}
      </Box>
      <Price cents={dollarsToCents(item.totalPrice)} className={styles.cartLinePrice} />
      <div className={styles.controls}>
        <QuantityStepper
          value={item.quantity}
          onChange={onQuantity}
          itemName={item.name}
          max={stock?.max}
        />
        <button type="button" className={styles.remove} onClick={() => onQuantity(0)}>
          {m.common.remove} <span className="visually-hidden">{item.name}</span>
        </button>
      </div>
    </li>
  );
}

type LeftProps = Pick<CartLineProps, "item" | "stock" | "onQuantity">;

/** How many are left, once they are few, and a way to ask for no more than that. */
function Left({ item, stock, onQuantity }: LeftProps) {
  if (!stock || stock.left === null) return null;
  const { left, allowed } = stock;
  return (
    <>
      <p>
        <Badge tone="warning">{m.menuItem.left({ left })}</Badge>
      </p>
      {item.quantity > allowed ? (
        <ChangeQuantity name={item.name} quantity={allowed} onQuantity={onQuantity} />
      ) : null}
    </>
  );
}
