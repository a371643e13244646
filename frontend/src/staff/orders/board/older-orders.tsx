import type { OrderPage } from "@/domain/api/admin-types";
import type { FilterChoice } from "@/staff/orders/board/filters/use-order-filter";
import { Button } from "@/ui/controls/button";
import styles from "./orders-board.module.css";

/** The way to the orders before these, and back. */
export function OlderOrders({ page, filter, choose }: FilterChoice & { page: OrderPage }) {
  const { nextCursor, orders, total } = page;
  const count = page.totalIsExact === false ? `${total.toLocaleString("en-US")}+` : `${total}`;
  if (!nextCursor && !filter.cursor) return null;

  function go(cursor: string): void {
    choose({ cursor });
    window.scrollTo(0, 0);
  }

  return (
    <nav aria-label="Pages of orders" className={styles.pages}>
      {filter.cursor ? <Button onClick={() => go("")}>Newest orders</Button> : null}
      <p className={styles.total}>
        {orders.length} of {count} orders
      </p>
      {nextCursor ? <Button onClick={() => go(nextCursor)}>Older orders</Button> : null}
    </nav>
  );
}
