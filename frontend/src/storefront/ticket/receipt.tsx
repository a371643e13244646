import { formatDate } from "@/domain/time/date-words";
import { clockLabel, formatTimeOfDay } from "@/domain/time/time-words";
import { orderZone, parseInstant } from "@/domain/time/wall-clock";
import { messages as m } from "@/messages";
import type { TrackedOrder } from "@/storefront/tracking/api";
import { Button } from "@/ui/controls/button";
import { Stack, Text } from "@/ui/layout";
import { TicketItems, TicketPaper, TicketSum, TicketSums } from "./ticket";
import styles from "./ticket.module.css";

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
