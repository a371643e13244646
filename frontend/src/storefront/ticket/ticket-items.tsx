import { dollarsToCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { Price } from "@/ui/content/price";
import { Row, Stack, Text } from "@/ui/layout";

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
    <Stack as="ul" gap={3}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a paid order never move.
        <TicketItem key={index} item={item} />
      ))}
    </Stack>
  );
}

function TicketItem({ item }: { item: TicketLine }) {
  const options = (item.customizations ?? []).map((option) => option.name).join(", ");
  const refunded = item.refundedQuantity ?? 0;
  const Name = refunded >= item.quantity ? "s" : "span";
  return (
    <Stack as="li" gap={4} columns="fill-auto">
      <div>
        <Row as="p" gap={2} rowGap={0} weight={600}>
          <Name>{item.name}</Name>
          {item.quantity > 1 ? (
            <Text as="span" soft>
              x {item.quantity}
            </Text>
          ) : null}
        </Row>
        {refunded > 0 ? (
          <Text size="s" weight={600}>
            {refunded < item.quantity
              ? m.common.refundedOf({ refunded, quantity: item.quantity })
              : m.common.refunded}
          </Text>
        ) : null}
        {options ? (
          <Text soft size="s">
            {options}
          </Text>
        ) : null}
        {item.specialInstructions ? (
          <Text soft size="s">
            “{item.specialInstructions}”
          </Text>
        ) : null}
      </div>
      <Price cents={itemCents(item)} />
    </Stack>
  );
}

function itemCents({ totalPrice, unitPrice, price, quantity }: TicketLine): number {
  if (totalPrice != null) return dollarsToCents(totalPrice);
  return dollarsToCents(unitPrice ?? price) * quantity;
}
