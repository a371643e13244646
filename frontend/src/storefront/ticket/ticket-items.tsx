import { dollarsToCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { Price } from "@/ui/content/price";
import styles from "./ticket-items.module.css";

/** A line as it was paid, in dollars. Without a total of its own it costs its price times its quantity. */
export interface TicketLine {
  name: string;
  quantity: number;
  /** How many of them were refunded. */
  refundedQuantity?: number;
  unitPrice?: number | null;
  price?: number | null;
  totalPrice?: number | null;
  customizations?: readonly { name: string }[] | null;
  specialInstructions?: string | null;
}

/** What was ordered, as a customer's ticket lists it. */
export function TicketItems({ items }: { items: readonly TicketLine[] }) {
  return (
    <ul className={styles.items}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a paid order never move.
        <TicketItem key={index} item={item} />
      ))}
    </ul>
  );
}

function TicketItem({ item }: { item: TicketLine }) {
  const options = (item.customizations ?? []).map((option) => option.name).join(", ");
  const refunded = item.refundedQuantity ?? 0;
  const Name = refunded >= item.quantity ? "s" : "span";
  return (
    <li className={styles.item}>
      <div>
        <p className={styles.itemName}>
          <Name>{item.name}</Name>
          {item.quantity > 1 ? <span className={styles.quantity}>x {item.quantity}</span> : null}
        </p>
        {refunded > 0 ? (
          <p className={styles.refunded}>
            {refunded < item.quantity
              ? m.storefront.ticket.itemsRefunded({ refunded, quantity: item.quantity })
              : m.storefront.ticket.itemRefunded}
          </p>
        ) : null}
        {options ? <p className={styles.detail}>{options}</p> : null}
        {item.specialInstructions ? (
          <p className={styles.detail}>“{item.specialInstructions}”</p>
        ) : null}
      </div>
      <Price cents={itemCents(item)} />
    </li>
  );
}

function itemCents({ totalPrice, unitPrice, price, quantity }: TicketLine): number {
  if (totalPrice != null) return dollarsToCents(totalPrice);
  return dollarsToCents(unitPrice ?? price) * quantity;
}
