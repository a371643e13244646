import { useEffect, useRef, useState } from "react";
import { orderZone } from "@/domain/orders/order-zone";
import { parseInstant } from "@/domain/time/time";
import { messages as m } from "@/messages";
import { pickupLabels } from "@/storefront/ticket/pickup-time";
import { TicketPaper } from "@/storefront/ticket/ticket-paper";
import { usePresent } from "@/ui/browser/use-at";
import { classNames } from "@/ui/class-names";
import { Row, Stack, Text } from "@/ui/layout";
import type { TrackedOrder } from "./api";
import { headlines, isOver, isStranded, paymentMessage, statusMessage } from "./status-labels";
import styles from "./tracking.module.css";

/** How far the order is, to be read from arm's length. */
export function StatusPanel({ order }: { order: TrackedOrder }) {
  const panel = useShownWhenReady(order.status === "ready");
  const money = paymentMessage(order);
  const stranded = isStranded(order);
  return (
    <div ref={panel} className={styles.place}>
      <TicketPaper className={classNames(styles.panel, styles[order.status])}>
        <Row gap={4} rowGap={0} align="baseline" justify="between" className={styles.head}>
          <h1 className={styles.number}>
            <Text as="span" size="l">
              {m.common.order}
            </Text>{" "}
            #{order.orderNumber}
          </h1>
          <Text weight={650} breaks>
            {order.truck.name}
            {order.customerName ? (
              <span> {m.tracking.orderFor({ customerName: order.customerName })}</span>
            ) : null}
          </Text>
        </Row>
        <Stack gap={2} role="status">
          <p className={styles.headline}>
            {stranded ? m.tracking.status.notMade : headlines()[order.status]}
          </p>
          <p className={styles.sentence}>
            {stranded
              ? m.tracking.status.truckGone({ name: order.truck.name })
              : statusMessage(order)}
          </p>
          {money ? <p className={styles.sentence}>{money}</p> : null}
        </Stack>
        {stranded || isOver(order.status) || order.status === "ready" ? null : (
          <PickupTime order={order} />
        )}
      </TicketPaper>
    </div>
  );
}

function PickupTime({ order }: { order: TrackedOrder }) {
  const now = usePresent();
  const estimate = order.estimatedPickupTime ?? order.pickupTime;
  const { when, day } = pickupLabels(estimate, orderZone(order));
  const expected = parseInstant(estimate);
  const isLate = expected !== null && now > expected;
  return (
    <Stack gap={1} paddingTop={4} className={styles.pickup}>
      <Text size="3xl" weight={800} face="display" leading={1.1}>
        {when}
      </Text>
      {day ? <p>{day}</p> : null}
      {isLate && order.status !== "pending" ? <p>{m.tracking.status.late}</p> : null}
      {isLate && order.status === "pending" ? (
        <p>{m.tracking.status.dueUnconfirmed({ name: order.truck.name })}</p>
      ) : null}
    </Stack>
  );
}

/** Brings the panel back into view, and shakes the phone, at the moment when the food is ready. */
function useShownWhenReady(isReady: boolean) {
  const panel = useRef<HTMLDivElement>(null);
  const [wasReady, setWasReady] = useState(isReady);
  useEffect(() => {
    if (isReady === wasReady) return;
    setWasReady(isReady);
    if (!isReady) return;
    panel.current?.scrollIntoView?.({ block: "start" });
    // Browsers complain about a page that shakes before anybody has touched it.
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([200, 100, 200]);
  }, [isReady, wasReady]);
  return panel;
}
