import type { StaffOrder } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { EVERYTHING } from "@/staff/orders/board/filters/order-filter";
import type { FilterChoice } from "@/staff/orders/board/filters/use-order-filter";
import { useArrived } from "@/staff/orders/live/use-arrived";
import { Button } from "@/ui/controls/button";
import { NoticeBar } from "@/ui/feedback/notice-bar";

/** Announces to a screen reader that an order has come, in the next pause. */
export function NewOrdersSpoken({ orders }: { orders: readonly StaffOrder[] }) {
  const [newest] = orders;
  return (
    <p role="status" className="visually-hidden">
      {newest
        ? m.orders.arrivals.oneFrom({
            orderNumber: newest.orderNumber,
            customerName: newest.customerName,
          })
        : null}
    </p>
  );
}

interface NewOrdersBarProps extends FilterChoice {
  pending: readonly StaffOrder[] | undefined;
  shown: readonly StaffOrder[] | undefined;
}

/** New orders stay out of a lookup, but not out of sight. */
export function NewOrdersBar({ pending, shown = [], filter, choose }: NewOrdersBarProps) {
  const arrived = useArrived(pending, JSON.stringify(filter));
  const hidden = arrived.filter((order) => !shown.some(({ _id }) => _id === order._id));
  if (hidden.length === 0) return null;
  return (
    <NoticeBar
      tone="info"
      action={
        <Button variant="primary" onClick={() => choose(EVERYTHING)}>
          {m.orders.arrivals.show({ count: hidden.length })}
        </Button>
      }
    >
      {m.orders.arrivals.count({ count: hidden.length })}
    </NoticeBar>
  );
}
