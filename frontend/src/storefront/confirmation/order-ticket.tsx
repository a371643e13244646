import { dollarsToCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { TicketItems } from "@/storefront/ticket/ticket-items";
import { TicketPaper } from "@/storefront/ticket/ticket-paper";
import { TicketSums } from "@/storefront/ticket/ticket-sums";
import { Price } from "@/ui/content/price";
import { Stack, Text } from "@/ui/layout";
import type { ConfirmedOrder } from "./api";
import styles from "./confirmation.module.css";

/** The order as a ticket that prints out of a slot. */
export function OrderTicket({ order, status }: { order: ConfirmedOrder; status: string }) {
  return (
    <div className={styles.printer}>
      <div className={styles.slot} aria-hidden="true" />
      <div className={styles.window}>
        <TicketPaper className={styles.ticket}>
          <OrderDetails order={order} status={status} />
          <Stack as="section" gap={3} aria-labelledby="your-items" className={styles.part}>
            <h2 id="your-items">{m.confirmation.order.items}</h2>
            <TicketItems items={order.items} />
            <TicketSums amounts={order} totalLabel={m.common.total} />
          </Stack>
        </TicketPaper>
      </div>
    </div>
  );
}

function OrderDetails({ order, status }: { order: ConfirmedOrder; status: string }) {
  return (
    <Stack as="section" gap={3} aria-labelledby="order-details" className={styles.part}>
      <h2 id="order-details">{m.confirmation.order.details}</h2>
      <Stack as="dl" gap={2} className={styles.details}>
        <div className={styles.number}>
          <Text as="dt" soft>
            {m.confirmation.order.number}
          </Text>
          <Text as="dd" weight={650}>
            #{order.orderNumber}
          </Text>
        </div>
        <div>
          <Text as="dt" soft>
            {m.confirmation.order.totalPaid}
          </Text>
          <Text as="dd" weight={650}>
            <Price cents={dollarsToCents(order.total)} />
          </Text>
        </div>
        <div>
          <Text as="dt" soft>
            {m.common.status}
          </Text>
          <Text as="dd" weight={650}>
            {status === "succeeded" ? m.common.paid : status}
          </Text>
        </div>
        {order.customerName ? (
          <div>
            <Text as="dt" soft>
              {m.common.customer}
            </Text>
            <Text as="dd" weight={650}>
              {order.customerName}
            </Text>
          </div>
        ) : null}
      </Stack>
    </Stack>
  );
}
