import { Price } from "@/components/ui/price";
import { dollarsToCents } from "@/lib/money";
import type { ConfirmedItem, ConfirmedOrder } from "./api";
import styles from "./order-ticket.module.css";

/** The order as a ticket that prints out of a slot. */
export function OrderTicket({ order, status }: { order: ConfirmedOrder; status: string }) {
  return (
    <div className={styles.printer}>
      <div className={styles.slot} aria-hidden="true" />
      <div className={styles.window}>
        <div className={styles.ticket}>
          <OrderDetails order={order} status={status} />
          <section aria-labelledby="your-items" className={styles.part}>
            <h2 id="your-items">Your Items</h2>
            <ul className={styles.items}>
              {order.items.map((item, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a paid order never move.
                <TicketItem key={index} item={item} />
              ))}
            </ul>
          </section>
        </div>
      </div>
    </div>
  );
}

function OrderDetails({ order, status }: { order: ConfirmedOrder; status: string }) {
  return (
    <section aria-labelledby="order-details" className={styles.part}>
      <h2 id="order-details">Order Details</h2>
      <dl className={styles.details}>
        <div className={styles.number}>
          <dt>Order number</dt>
          <dd>#{order.orderNumber}</dd>
        </div>
        <div>
          <dt>Total Paid</dt>
          <dd>
            <Price cents={dollarsToCents(order.total)} />
          </dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>{status === "succeeded" ? "Paid" : status}</dd>
        </div>
        {order.customerName ? (
          <div>
            <dt>Customer</dt>
            <dd>{order.customerName}</dd>
          </div>
        ) : null}
      </dl>
    </section>
  );
}

function TicketItem({ item }: { item: ConfirmedItem }) {
  const options = (item.customizations ?? []).map((option) => option.name).join(", ");
  return (
    <li className={styles.item}>
      <div>
        <p className={styles.itemName}>
          <span>{item.name}</span>
          {item.quantity > 1 ? <span className={styles.quantity}>x {item.quantity}</span> : null}
        </p>
        {options ? <p className={styles.detail}>{options}</p> : null}
        {item.specialInstructions ? (
          <p className={styles.detail}>“{item.specialInstructions}”</p>
        ) : null}
      </div>
      <Price cents={itemCents(item)} />
    </li>
  );
}

function itemCents({ totalPrice, unitPrice, price, quantity }: ConfirmedItem): number {
  if (totalPrice != null) return dollarsToCents(totalPrice);
  return dollarsToCents(unitPrice ?? price) * quantity;
}
