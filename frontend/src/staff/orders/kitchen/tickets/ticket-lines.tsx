import type { OrderStatus, StaffOrder, StaffOrderItem } from "@/domain/api/admin-types";
import { messages as m } from "@/messages";
import { piecesToMake, refundedLabel } from "@/staff/shared/order-labels";
import { AlertIcon } from "@/ui/icons/status-icons";
import { Stack } from "@/ui/layout";
import styles from "./tickets.module.css";

/** What to cook. The customer's own words stand out, all of them alike: which matter is not guessed. */
export function TicketLines({ order }: { order: StaffOrder }) {
  return (
    <>
      {order.specialInstructions ? (
        <Note label={m.kitchen.ticket.wholeOrder} text={order.specialInstructions} />
      ) : null}
      <Stack as="ul" gap={3} aria-label={m.common.items}>
        {order.items.map((item, place) => (
          // Lines have no id of their own and never change their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Line key={place} item={item} status={order.status} />
        ))}
      </Stack>
    </>
  );
}

function Line({ item, status }: { item: StaffOrderItem; status: OrderStatus }) {
  const refunded = refundedLabel(item, status);
  const isGone = piecesToMake(item) === 0;
  const pieces = isGone ? item.quantity : piecesToMake(item);
  const Words = isGone ? "s" : "span";
  return (
    <li className={styles.line} data-gone={isGone || undefined}>
      <Words className={styles.quantity} data-many={pieces > 1 || undefined}>
        {pieces}×
      </Words>
      <Stack gap={1}>
        <Words className={styles.menuItem}>{item.name}</Words>
        {refunded ? <strong className={styles.refunded}>{refunded}</strong> : null}
        {item.customizations.length > 0 ? (
          <ul className={styles.choices}>
            {item.customizations.map(({ group, name }) => (
              <li key={`${group}/${name}`}>{name}</li>
            ))}
          </ul>
        ) : null}
        {item.specialInstructions ? <Note text={item.specialInstructions} /> : null}
      </Stack>
    </li>
  );
}

function Note({ text, label = m.common.note }: { text: string; label?: string }) {
  return (
    <p className={styles.note}>
      <AlertIcon size={24} />
      <span>
        <span className="visually-hidden">{label}: </span>
        {text}
      </span>
    </p>
  );
}
