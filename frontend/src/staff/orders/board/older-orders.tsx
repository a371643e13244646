import type { OrderPage } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { currentLocale } from "@/messages/language";
import type { FilterChoice } from "@/staff/orders/board/filters/use-order-filter";
import { Button } from "@/ui/controls/button";
import { Row, Text } from "@/ui/layout";

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
    <Row
      as="nav"
      gap={4}
      rowGap={3}
      align="center"
      justify="center"
      aria-label={m.orders.pages.label}
    >
      {filter.cursor ? <Button onClick={() => go("")}>{m.orders.pages.newest}</Button> : null}
      <Text soft tabular>
        {m.orders.pages.count({ shown: orders.length, total: count })}
      </Text>
      {nextCursor ? <Button onClick={() => go(nextCursor)}>{m.orders.pages.older}</Button> : null}
    </Row>
  );
}
