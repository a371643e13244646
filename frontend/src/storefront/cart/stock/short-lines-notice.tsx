import type { CartItem } from "@/domain/cart/cart-item";
import { messages as m } from "@/messages";
import styles from "@/storefront/cart/cart.module.css";
import { Notice } from "@/ui/feedback/notice";
import { Box } from "@/ui/layout";
import { ChangeQuantity } from "./change-quantity";

interface ShortLinesNoticeProps {
  items: readonly CartItem[];
  /** How many are left for the lines that ask for more, by the line's id. */
  short: ReadonlyMap<string, number>;
  onQuantity: (lineId: string, quantity: number) => void;
}

/** What is left of less than was ordered; it goes by itself when there is enough again. */
export function ShortLinesNotice({ items, short, onQuantity }: ShortLinesNoticeProps) {
  const lines = items.filter(({ id }) => short.has(id));
  if (lines.length === 0) return null;
  return (
    <Box marginBottom={6}>
      <Notice tone="danger" role="alert" title={m.checkout.stock.shortTitle}>
        <Box as="ul">
          {lines.map(({ id, name }) => {
            const left = short.get(id) ?? 0;
            return (
              <li key={id} className={styles.soldOutNoticeLine}>
                <span>{m.checkout.stock.left({ name, left })}</span>
                <ChangeQuantity
                  name={name}
                  quantity={left}
                  onQuantity={(quantity) => onQuantity(id, quantity)}
                />
              </li>
            );
          })}
        </Box>
      </Notice>
    </Box>
  );
}
