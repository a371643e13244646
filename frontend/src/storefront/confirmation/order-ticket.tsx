import { dollarsToCents } from "@/domain/values/money";
import { TicketItems } from "@/storefront/ticket/ticket-items";
import { TicketPaper } from "@/storefront/ticket/ticket-paper";
import { Price } from "@/ui/content/price";
import type { ConfirmedOrder } from "./api";
import styles from "./order-ticket.module.css";

/** The order as a ticket that prints out of a slot. */
export function OrderTicket({ order, status }: { order: ConfirmedOrder; status: string }) {
  return (
    <div className={styles.printer}>
      <div className={styles.slot} aria-hidden="true" />
      <div className={styles.window}>
        <TicketPaper className={styles.ticket}>
          <OrderDetails order={order} status={status} />
          <section aria-labelledby="your-items" className={styles.part}>
            <h2 id="your-items">Your Items</h2>
            <TicketItems items={order.items} />
          </section>
        </TicketPaper>
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
