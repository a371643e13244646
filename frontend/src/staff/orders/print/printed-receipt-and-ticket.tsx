import type { CSSProperties } from "react";
import type { OrderStatus, StaffOrder, StaffOrderItem, StaffTruck } from "@/domain/api/staff-types";
import { taxRows } from "@/domain/cart/taxes";
import { translateLine } from "@/domain/menu/menu-and-order-line-translations";
import { countedName, receiptLabel } from "@/domain/menu/option-selection-and-price";
import { numberOf } from "@/domain/offline/unsent-orders";
import { presentTime } from "@/domain/time/server-clock";
import { clockLabel, formatDate, formatTimeOfDay } from "@/domain/time/time-words";
import { parseInstant } from "@/domain/time/wall-clock";
import { cityOf } from "@/domain/trucks/city-and-distance";
import { dollarsToCents, formatCents, formatDollars } from "@/domain/values/money";
import { displayPhone } from "@/domain/values/phone";
import { messages as m } from "@/messages";
import { refundedLabel, warningsOf } from "@/staff/shared/order-badges-and-warnings";
import { piecesToMake } from "@/staff/shared/order-rules";
import { Box, Text } from "@/ui/layout";
import { AllergenNote } from "@/ui/menu/allergen-note";
import styles from "./order-print.module.css";

interface PrintedReceiptProps {
  order: StaffOrder;
  truck: StaffTruck | null;
  zone: string;
}

/** What the customer takes home: who sold what, the tax, how it was paid and what went back. */
export function PrintedReceipt({ order, truck, zone }: PrintedReceiptProps) {
  const placed = new Date(order.createdAt);
  return (
    <>
      <Text as="header" textAlign="center">
        <Text size="xl" weight={800} face="display" leading={1.15}>
          {order.truck.name}
        </Text>
        {order.place ? (
          <p>{[order.place.name, order.place.address].filter(Boolean).join(", ")}</p>
        ) : null}
        {truck ? (
          <>
            {order.place ? null : <p>{cityOf(truck)}</p>}
            <p>{displayPhone(truck.phone)}</p>
          </>
        ) : null}
      </Text>
      <Text size="l" weight={750} className={styles.receiptNumber}>
        {order.offlineNumber ? numberOf(order) : m.common.orderNumber(order)}
      </Text>
      <Text size="xs">
        {formatDate(placed, zone)}, {formatTimeOfDay(placed, zone)} · {order.customerName}
      </Text>
      {order.status === "cancelled" ? (
        <p className={styles.stamp}>{m.common.orderCancelled}</p>
      ) : null}
      <ul className={styles.menuItems}>
        {order.items.map((item, place) => (
          // Lines have no id of their own and never change their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Line key={place} item={item} />
        ))}
      </ul>
      <Sums order={order} />
      {order.reader ? <CardFacts reader={order.reader} /> : null}
      <Refunds order={order} zone={zone} />
      {order.trackingPath ? (
        <>
          <Text size="xs">{m.print.receipt.seeOrder}</Text>
          <p className={styles.address}>{`${window.location.host}${order.trackingPath}`}</p>
        </>
      ) : null}
      <Text weight={750} textAlign="center" className={styles.thanks}>
        {m.print.receipt.thanks}
      </Text>
    </>
  );
}

function Line({ item: ordered }: { item: StaffOrderItem }) {
  const item = translateLine(ordered);
  const refunded = refundedLabel(item, "completed");
  const Words = piecesToMake(item) === 0 ? "s" : "span";
  return (
    <Box as="li" columns="fill-auto" className={styles.line}>
      <Box shrinks>
        <p>
          <Words>
            {item.quantity} × {item.name}
          </Words>
        </p>
        {refunded ? <Text weight={800}>{refunded}</Text> : null}
        {item.customizations.map(({ group, additionalPrice, ...option }) => (
          <Text key={`${group}/${option.name}`} size="xs">
            {receiptLabel(option)}
            {additionalPrice > 0 ? ` +${formatDollars(additionalPrice)}` : ""}
          </Text>
        ))}
      </Box>
      <Text as="span" tabular nowrap>
        {formatDollars(item.totalPrice)}
      </Text>
    </Box>
  );
}

function Sums({ order }: { order: StaffOrder }) {
  return (
    <dl className={styles.sums}>
      <Sum label={m.common.subtotal} amount={order.subtotal} />
      {order.discount ? (
        <Sum label={m.offer.discount({ code: order.offerCode })} amount={-order.discount} />
      ) : null}
      {taxRows(order).map(({ label, dollars }) => (
        <Sum key={label} label={label} amount={dollars} />
      ))}
      {order.tip ? <Sum label={m.common.tip} amount={order.tip} /> : null}
      <Text as="div" paddingTop={1} size="l" weight={800} className={styles.total}>
        <dt>{m.common.total}</dt>
        <Text as="dd" tabular nowrap>
          {formatDollars(order.total)}
        </Text>
      </Text>
      <div>
        <dt>{order.paymentStatus === "unpaid" ? m.common.toPay : m.common.paid}</dt>
        <dd>{paidHow(order)}</dd>
      </div>
    </dl>
  );
}

function Sum({ label, amount }: { label: string; amount: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <Text as="dd" tabular nowrap>
        {formatDollars(amount)}
      </Text>
    </div>
  );
}

/** What card networks require on a receipt, as far as the payment service has told it. */
function CardFacts({ reader }: { reader: NonNullable<StaffOrder["reader"]> }) {
  const { applicationName, aid, accountType, responseCode } = reader;
  const facts: [string, string | null | undefined][] = [
    [m.order.card.application, applicationName],
    [m.order.card.aid, aid],
    [m.order.card.accountType, accountType],
    [m.order.card.responseCode, responseCode],
  ];
  return (
    <dl className={styles.sums}>
      <div>
        <dt>{m.common.card}</dt>
        <dd>{cardOf(reader)}</dd>
      </div>
      {facts.map(([name, fact]) =>
        fact ? (
          <Text as="div" key={name} size="xs">
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </Text>
        ) : null,
      )}
    </dl>
  );
}

function paidHow({ paymentStatus, source, tender, windowPayment, reader }: StaffOrder): string {
  if (paymentStatus === "unpaid") return m.common.atTheCounter;
  if (reader) return m.order.card.onReader({ reader: reader.label });
  const noted = windowPayment?.method ?? tender;
  if (noted === "cash") return m.common.cash;
  if (noted === "card") return m.common.card;
  return source === "online" ? m.print.receipt.cardOnline : m.common.atTheCounter;
}

/** What failed to go back has not gone back. */
function Refunds({ order, zone }: { order: StaffOrder; zone: string }) {
  const refunds = order.refunds.filter(({ status }) => status !== "failed");
  if (refunds.length === 0) return null;
  const gone = refunds.reduce((sum, { amount }) => sum + dollarsToCents(amount), 0);
  return (
    <dl className={styles.sums}>
      {refunds.map((refund) => (
        <div key={refund._id}>
          <dt>
            {refundName(refund)}, {formatDate(new Date(refund.createdAt), zone)}
          </dt>
          <Text as="dd" tabular nowrap>
            {formatCents(-dollarsToCents(refund.amount))}
          </Text>
        </div>
      ))}
      <Text as="div" paddingTop={1} size="l" weight={800} className={styles.total}>
        <dt>{m.print.receipt.afterRefund}</dt>
        <Text as="dd" tabular nowrap>
          {formatCents(dollarsToCents(order.total) - gone)}
        </Text>
      </Text>
    </dl>
  );
}

function refundName({ status }: StaffOrder["refunds"][number]): string {
  if (status === "due") return m.print.receipt.refundOwed;
  return status === "pending" ? m.common.refundOnItsWay : m.print.receipt.refund;
}

/** What the kitchen needs at arm's length: the number, the time, what to cook. No prices. */
export function PrintedTicket({ order, zone }: { order: StaffOrder; zone: string }) {
  const now = presentTime();
  return (
    <>
      {order.status === "cancelled" ? (
        <p className={styles.stamp}>{m.common.orderCancelled}</p>
      ) : null}
      <p
        className={styles.number}
        style={{ "--characters": numberOf(order).length } as CSSProperties}
      >
        {numberOf(order)}
      </p>
      <Text size="xl" weight={750} face="display" leading={1.15} textAlign="center">
        {pickupOf(order, zone, now)}
      </Text>
      <Text weight={650} textAlign="center">
        {order.customerName} ·{" "}
        {order.source === "counter" ? m.print.ticket.atCounter : m.print.ticket.online}
      </Text>
      {order.place ? <Text size="xs">{order.place.name}</Text> : null}
      {order.paymentStatus === "unpaid" ? (
        <p className={styles.stamp}>{m.common.notPaidYet}</p>
      ) : null}
      <ul className={styles.menuItems}>
        {order.items.map((item, place) => (
          // Lines have no id of their own and never change their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <MenuItemRow key={place} item={item} status={order.status} />
        ))}
      </ul>
      {order.specialInstructions ? (
        <p className={styles.boxed}>{order.specialInstructions}</p>
      ) : null}
      {warningsOf(order).map((warning) => (
        <Text key={warning} size="xs">
          {warning}
        </Text>
      ))}
      <Text size="xs">
        {m.print.ticket.times({
          orderedAt: clockLabel(new Date(order.createdAt), zone, now),
          printedAt: clockLabel(now, zone, now),
        })}
      </Text>
    </>
  );
}

function pickupOf(order: StaffOrder, zone: string, now: Date): string {
  const text = order.estimatedPickupTime ?? order.pickupTime;
  const instant = parseInstant(text);
  if (instant) return m.print.receipt.pickup({ time: clockLabel(instant, zone, now) });
  return text ? m.print.ticket.pickup({ time: text }) : m.common.asSoonAsPossible;
}

function MenuItemRow({ item, status }: { item: StaffOrderItem; status: OrderStatus }) {
  const refunded = refundedLabel(item, status);
  const isGone = piecesToMake(item) === 0;
  const Words = isGone ? "s" : "span";
  return (
    <li className={styles.menuItem}>
      <Text as={Words} size="l" weight={800} leading={1.15}>
        {isGone ? item.quantity : piecesToMake(item)}×
      </Text>
      <Box shrinks>
        <Text size="l" weight={800} leading={1.15}>
          <Words>{item.name}</Words>
        </Text>
        {refunded ? <Text weight={800}>{refunded}</Text> : null}
        {item.customizations.map(({ group, name, quantity }) => (
          <p key={`${group}/${name}`}>
            {group}: <strong>{countedName({ name, quantity })}</strong>
          </p>
        ))}
        <AllergenNote said={item} strong />
        {item.specialInstructions ? (
          <p className={styles.boxed}>{item.specialInstructions}</p>
        ) : null}
      </Box>
    </li>
  );
}

type OrderReader = NonNullable<StaffOrder["reader"]>;

const BRANDS: Readonly<Record<string, string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
  eftpos_au: "eftpos",
  interac: "Interac",
};

/** "Visa ···· 4242, contactless"; empty until the payment service has told it, a moment after the payment. */
export function cardOf({ brand, last4, readMethod }: OrderReader): string {
  if (!brand || !last4) return "";
  const card = `${BRANDS[brand] ?? brand} ···· ${last4}`;
  return readMethod ? `${card}, ${readMethodOf(readMethod)}` : card;
}

function readMethodOf(method: string): string {
  if (method.startsWith("contactless")) return m.order.card.contactless;
  return method.startsWith("magnetic") ? m.order.card.swiped : m.order.card.inserted;
}
