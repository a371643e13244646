import type { ReactNode } from "react";
import type { MenuItem } from "@/domain/api/public-types";
import { type ShownTaxes, taxRows } from "@/domain/cart/taxes";
import type { Said } from "@/domain/menu/diets-and-allergens";
import { translateLine } from "@/domain/menu/menu-and-order-line-translations";
import { receiptLabel } from "@/domain/menu/option-selection-and-price";
import { clockLabel, formatDate, formatTimeOfDay } from "@/domain/time/time-words";
import { orderZone, parseInstant } from "@/domain/time/wall-clock";
import { dollarsToCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import type { TrackedOrder } from "@/storefront/tracking/api";
import { classNames } from "@/ui/class-names";
import { Price } from "@/ui/content/price";
import { Button } from "@/ui/controls/button";
import { Row, Stack, Text } from "@/ui/layout";
import { AllergenNote } from "@/ui/menu/allergen-note";
import styles from "./ticket.module.css";

/** A line as it was paid, in dollars. Without a total of its own it costs its price times its quantity. */
export interface TicketLine extends Said {
  name: string;
  quantity: number;
  /** How many of them were refunded. */
  refundedQuantity?: number;
  unitPrice?: number | null;
  price?: number | null;
  totalPrice?: number | null;
  customizations?: readonly { name: string; quantity?: number; freeQuantity?: number }[] | null;
  specialInstructions?: string | null;
  translations?: MenuItem["translations"];
}

/** What was ordered, as a customer's ticket lists it. */
export function TicketItems({ items }: { items: readonly TicketLine[] }) {
  return (
    <Stack as="ul" gap={3}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a paid order never move.
        <TicketItem key={index} item={translateLine(item)} />
      ))}
    </Stack>
  );
}

function TicketItem({ item }: { item: TicketLine }) {
  const options = (item.customizations ?? []).map(receiptLabel).join(", ");
  const refunded = item.refundedQuantity ?? 0;
  const Name = refunded >= item.quantity ? "s" : "span";
  return (
    <Row as="li" gap={4} rowGap={0} align="start" justify="end">
      <div className={styles.item}>
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
        <AllergenNote said={item} />
        {item.specialInstructions ? (
          <Text soft size="s">
            “{item.specialInstructions}”
          </Text>
        ) : null}
      </div>
      <Price cents={itemCents(item)} />
    </Row>
  );
}

function itemCents({ totalPrice, unitPrice, price, quantity }: TicketLine): number {
  if (totalPrice != null) return dollarsToCents(totalPrice);
  return dollarsToCents(unitPrice ?? price) * quantity;
}

/** What a paid order cost, in dollars. */
interface TicketAmounts extends ShownTaxes {
  subtotal: number;
  discount?: number;
  offerCode?: string | null;
  tip?: number;
  total: number;
}

interface TicketSumsProps {
  amounts: TicketAmounts;
  totalLabel: string;
  /** Rows below the total. */
  children?: ReactNode;
}

/** How the total of an order comes about, as a customer's ticket ends. */
export function TicketSums({ amounts, totalLabel, children }: TicketSumsProps) {
  const { discount = 0, tip = 0 } = amounts;
  const rows: [string, number][] = [
    [m.common.subtotal, amounts.subtotal],
    ...(discount > 0
      ? [[m.offer.discount({ code: amounts.offerCode }), -discount] satisfies [string, number]]
      : []),
    ...taxRows(amounts).map(({ label, dollars }) => [label, dollars] satisfies [string, number]),
    ...(tip > 0 ? [[m.common.tip, tip] satisfies [string, number]] : []),
  ];
  return (
    <Stack as="dl" gap={2} paddingTop={4} className={styles.sums}>
      {rows.map(([name, dollars]) => (
        <TicketSum key={name} name={name} dollars={dollars} />
      ))}
      <Text as="div" size="2xl" weight={800} face="display">
        <dt>{totalLabel}</dt>
        <dd>
          <Price cents={dollarsToCents(amounts.total)} />
        </dd>
      </Text>
      {children}
    </Stack>
  );
}

function TicketSum({ name, dollars }: { name: string; dollars: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Price cents={dollarsToCents(dollars)} />
      </dd>
    </div>
  );
}

interface TicketPaperProps {
  children: ReactNode;
  className?: string | undefined;
}

/** Paper torn off a printer: its lower edge is perforated. */
export function TicketPaper({ children, className }: TicketPaperProps) {
  return (
    <div className={styles.shadow}>
      <div className={classNames(styles.paper, className)}>{children}</div>
    </div>
  );
}

/** What was ordered and what it cost; this part of the page is what a printer gets. */
export function Receipt({ order }: { order: TrackedOrder }) {
  return (
    <Stack as="section" gap={4} aria-labelledby="receipt" className={styles.receipt}>
      <TicketPaper>
        <header>
          <h2 id="receipt">{m.receipt.title}</h2>
          <Text soft>
            {m.receipt.order({ truck: order.truck.name, orderNumber: order.orderNumber })}
          </Text>
          <Text soft>{placedAt(order)}</Text>
          <PickupSlot order={order} />
          {order.place ? (
            <Text soft>{[order.place.name, order.place.address].filter(Boolean).join(", ")}</Text>
          ) : null}
        </header>
        <TicketItems items={order.items} />
        <Sums order={order} />
      </TicketPaper>
      <Button className={styles.print} onClick={() => window.print()}>
        {m.receipt.print}
      </Button>
    </Stack>
  );
}

/** The slot that was chosen, with its day where that is not the day of the order. */
function PickupSlot({ order }: { order: TrackedOrder }) {
  const slot = parseInstant(order.slotAt);
  const placed = parseInstant(order.createdAt);
  if (!slot || !placed) return null;
  const time = clockLabel(slot, orderZone(order), placed);
  return <Text soft>{m.receipt.pickup({ time })}</Text>;
}

function Sums({ order }: { order: TrackedOrder }) {
  return (
    <TicketSums
      amounts={order}
      totalLabel={order.paymentStatus === "unpaid" ? m.receipt.toPay : m.receipt.totalPaid}
    >
      {order.refunded > 0 ? <TicketSum name={refundName(order)} dollars={-order.refunded} /> : null}
    </TicketSums>
  );
}

function refundName({ payOutDue, paymentStatus }: TrackedOrder): string {
  if (payOutDue > 0) return m.receipt.refundOwed;
  const isSent = paymentStatus === "refunded" || paymentStatus === "partially_refunded";
  return isSent ? m.common.refunded : m.common.refundOnItsWay;
}

function placedAt(order: TrackedOrder): string {
  const instant = parseInstant(order.createdAt);
  if (!instant) return "";
  const zone = orderZone(order);
  return `${formatDate(instant, zone)}, ${formatTimeOfDay(instant, zone)}`;
}
