import type { StaffOrder } from "@/domain/api/admin-types";
import { formatDollars } from "@/domain/values/money";
import { messages as m } from "@/messages";
import styles from "@/staff/orders/detail/order-detail.module.css";
import { Checkbox } from "@/ui/controls/choices/checkbox";
import { QuantityStepper } from "@/ui/controls/quantity-stepper";
import { Row, Text } from "@/ui/layout";
import { itemsLeft } from "./refund-limits";
import type { RefundForm } from "./use-refund-form";

/** How many pieces of each line go back; never more than are left. */
export function RefundItems({ order, form }: { order: StaffOrder; form: RefundForm }) {
  const left = itemsLeft(order);
  const isLess = order.discount > 0;
  const hasTip = order.tip > 0;
  return (
    <div>
      {isLess || hasTip ? (
        <Text soft size="s">
          {[isLess ? m.order.refund.itemsHint : "", hasTip ? m.order.refund.tipHint : ""]
            .filter(Boolean)
            .join(" ")}
        </Text>
      ) : null}
      <ul aria-label={m.order.refund.items}>
        {order.items.map(({ name, unitPrice }, place) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and never change their order.
            key={place}
            as="li"
            gap={2}
            align="center"
            justify="between"
            paddingBlock={2}
            lineAbove
          >
            <span className={styles.lineName}>
              <span>{name}</span>
              <Text as="span" soft size="s">
                {left[place]
                  ? m.order.refund.itemPrice({
                      unitPrice: formatDollars(unitPrice),
                      left: left[place],
                    })
                  : m.order.refund.itemDone}
              </Text>
            </span>
            <QuantityStepper
              itemName={name}
              min={0}
              max={left[place] ?? 0}
              value={form.quantities[place] ?? 0}
              onChange={(quantity) => form.setQuantities({ ...form.quantities, [place]: quantity })}
            />
          </Row>
        ))}
      </ul>
      {form.asksForStock ? (
        <Checkbox
          label={m.order.refund.restock}
          hint={m.order.refund.restockHint}
          checked={form.isBackInStock}
          onChange={(event) => form.setBackInStock(event.currentTarget.checked)}
        />
      ) : null}
      {form.errors.quantities ? (
        <Text tone="danger" role="alert">
          {form.errors.quantities}
        </Text>
      ) : null}
    </div>
  );
}
