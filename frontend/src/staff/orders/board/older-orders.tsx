import type { OrderPage } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { currentLocale } from "@/messages/language";
import type { FilterChoice } from "@/staff/orders/board/filters/use-order-filter";
import { Button } from "@/ui/controls/button";
import styles from "./orders-board.module.css";

/** The way to the orders before these, and back. */
export function OlderOrders({ page, filter, choose }: FilterChoice & { page: OrderPage }) {
  const { nextCursor, orders, total } = page;
  if (!nextCursor && !filter.cursor) return null;
  const count =
    page.totalIsExact === false ? `${total.toLocaleString(currentLocale())}+` : `${total}`;

  function go(cursor: string): void {
    choose({ cursor });
    window.scrollTo(0, 0);
  }

  return (
    <nav aria-label={m.orders.pages.label} className={styles.pages}>
      {filter.cursor ? <Button onClick={() => go("")}>{m.orders.pages.newest}</Button> : null}
      <p className={styles.total}>{m.orders.pages.count({ shown: orders.length, total: count })}</p>
      {nextCursor ? <Button onClick={() => go(nextCursor)}>{m.orders.pages.older}</Button> : null}
    </nav>
  );
}
