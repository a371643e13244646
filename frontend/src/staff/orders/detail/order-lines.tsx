import type { OrderStatus, StaffOrder, StaffOrderItem } from "@/domain/api/staff-types";
import { taxRows } from "@/domain/cart/taxes";
import { receiptLabel } from "@/domain/menu/option-selection-and-price";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { refundedLabel } from "@/staff/shared/order-badges-and-warnings";
import { piecesToMake } from "@/staff/shared/order-rules";
import { Stack, Text } from "@/ui/layout";
import { AllergenNote } from "@/ui/menu/allergen-note";
import styles from "./order-detail.module.css";

/** What to cook, then what it costs. */
export function OrderLines({ order }: { order: StaffOrder }) {
  return (
    <>
      <Stack as="ul" gap={2} className={styles.lines} aria-label={m.common.items}>
        {order.items.map((item, place) => (
          // Lines have no id of their own and never change their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Line key={place} item={item} status={order.status} />
        ))}
      </Stack>
      {order.specialInstructions ? (
        <Text surface="warning" tone="warning" size="s" breaks className={styles.note}>
          {order.specialInstructions}
        </Text>
      ) : null}
      <Stack as="dl" gap={1} soft size="s" className={styles.orderLinesSums}>
        <div>
          <dt>{m.common.subtotal}</dt>
          <Text as="dd" tabular>
            {formatDollars(order.subtotal)}
          </Text>
        </div>
        {order.discount ? (
          <div>
            <dt>{m.offer.discount({ code: order.offerCode })}</dt>
            <Text as="dd" tabular>
              {formatDollars(-order.discount)}
            </Text>
          </div>
        ) : null}
        {taxRows(order).map(({ label, dollars }) => (
          <div key={label}>
            <dt>{label}</dt>
            <Text as="dd" tabular>
              {formatDollars(dollars)}
            </Text>
          </div>
        ))}
        {order.tip ? (
          <div>
            <dt>{m.common.tip}</dt>
            <Text as="dd" tabular>
              {formatDollars(order.tip)}
            </Text>
          </div>
        ) : null}
      </Stack>
    </>
  );
}

function Line({ item, status }: { item: StaffOrderItem; status: OrderStatus }) {
  const refunded = refundedLabel(item, status);
  const words = piecesToMake(item) === 0 ? "s" : "span";
  return (
    <Stack as="li" gap={2} className={styles.line}>
      <Text as={words} weight={800} tabular>
        {item.quantity}×
      </Text>
      <Stack shrinks breaks>
        <Text as={words} weight={650}>
          {item.name}
        </Text>
        {refunded ? (
          <Text as="strong" tone="danger" size="s">
            {refunded}
          </Text>
        ) : null}
        {item.customizations.map(({ group, ...option }) => (
          <Text key={`${group}/${option.name}`} as="span" soft size="s">
            {group}: {receiptLabel(option)}
          </Text>
        ))}
        <AllergenNote said={item} />
        {item.specialInstructions ? (
          <Text as="span" surface="warning" tone="warning" size="s" breaks className={styles.note}>
            {item.specialInstructions}
          </Text>
        ) : null}
      </Stack>
      <Text as="span" soft tabular>
        {formatDollars(item.totalPrice)}
      </Text>
    </Stack>
  );
}
