import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { StaffOrder } from "@/domain/api/admin-types";
import { orderZone } from "@/domain/orders/order-zone";
import { messages as m } from "@/messages";
import { OrdersSkeleton } from "@/staff/orders/board/orders-skeleton";
import { NewOrderWatch } from "@/staff/orders/live/new-order-watch";
import { RefundDrawer } from "@/staff/orders/refund/refund-drawer";
import { paymentBadges, statusBadges, warningsOf } from "@/staff/shared/order-labels";
import { duePayOutsOf, PayOutList } from "@/staff/shared/pay-outs";
import { pollWhileLost, useLiveOrders } from "@/staff/shared/use-live-orders";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Badge } from "@/ui/content/badge";
import { BackButton } from "@/ui/controls/back-button";
import { Button, ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-state";
import { Loaded } from "@/ui/feedback/loaded";
import { Notice } from "@/ui/feedback/notice";
import { Row, Stack, Text } from "@/ui/layout";
import { PageHeader } from "@/ui/layout/page-header";
import { CounterPayment } from "./counter-payment";
import { isOrderMissing, orderQuery } from "./detail-api";
import styles from "./order-detail.module.css";
import { ContactCorrection, OrderFacts } from "./order-facts";
import { OrderHistory } from "./order-history";
import { OrderLines } from "./order-lines";
import { OrderMoney } from "./order-money";
import { OrderSteps } from "./order-steps";
import { OrderTexts } from "./order-texts";
import { PickupEstimate } from "./pickup-estimate";
import { PlanChanges } from "./plan-changes";

/** Everything about one order: what was ordered, the money, and every step with who took it. */
export function OrderDetail({ orderId }: { orderId: string }) {
  const known = useQueryClient().getQueryData<StaffOrder>(orderQuery(orderId).queryKey);
  const live = useLiveOrders(known?.truckId ?? null);
  const query = useQuery({ ...orderQuery(orderId), refetchInterval: pollWhileLost(live) });
  const order = query.data;
  useDocumentTitle(
    order ? m.common.orderNumber({ orderNumber: order.orderNumber }) : m.common.order,
  );
  if (!order && isOrderMissing(query.error)) return <NoOrder />;
  return (
    <>
      <PageHeader
        title={order ? m.common.orderNumber({ orderNumber: order.orderNumber }) : m.common.order}
        description={order ? <Standing order={order} /> : undefined}
        back={<BackButton fallback="/admin/orders" />}
        actions={order ? <PrintLinks orderId={orderId} /> : undefined}
      />
      {order ? (
        <NewOrderWatch truckId={order.truckId} zone={order.truck.timezone} live={live} />
      ) : null}
      <Loaded
        query={query}
        skeleton={<OrdersSkeleton />}
        failed={m.order.failed}
        stale={(errorMessage) => (
          <Text
            padding={4}
            paddingBlock={3}
            marginBottom={4}
            surface="warning"
            radius="control"
            tone="warning"
            role="alert"
          >
            {m.order.failedStale({ errorMessage })}
          </Text>
        )}
      >
        {(found) => <Content order={found} zone={orderZone(found)} />}
      </Loaded>
    </>
  );
}

function Standing({ order }: { order: StaffOrder }) {
  const status = statusBadges()[order.status];
  const payment = paymentBadges()[order.paymentStatus];
  return (
    <span>
      <Badge tone={status.tone}>{status.label}</Badge>
      <Badge tone={payment.tone}>{payment.label}</Badge>
      <span>{order.truck.name}</span>
    </span>
  );
}

function Content({ order, zone }: { order: StaffOrder; zone: string }) {
  const [isRefunding, setRefunding] = useState(false);
  return (
    <Stack gap={6} shrinks className={styles.screen}>
      <Flags order={order} />
      <PayOutList key={order._id} id={order._id} due={duePayOutsOf(order)} headingLevel="h2" />
      <OrderSteps order={order} />
      <section className={styles.section} aria-labelledby="order-pickup">
        <h2 id="order-pickup">{m.order.pickup.title}</h2>
        <PickupEstimate order={order} zone={zone} />
      </section>
      <section className={styles.section} aria-labelledby="order-items">
        <h2 id="order-items">{m.common.items}</h2>
        <OrderLines order={order} />
      </section>
      <section className={styles.section} aria-labelledby="order-money">
        <Row gap={2} align="center" className={styles.headingRow}>
          <h2 id="order-money">{m.order.money.title}</h2>
          {order.refundable > 0 ? (
            <Button onClick={() => setRefunding(true)}>{m.common.refund}</Button>
          ) : null}
        </Row>
        <OrderMoney order={order} zone={zone} />
        <CounterPayment order={order} />
      </section>
      <section className={styles.section} aria-labelledby="order-customer">
        <Row gap={2} align="center" className={styles.headingRow}>
          <h2 id="order-customer">{m.common.customer}</h2>
          <ContactCorrection order={order} />
        </Row>
        <OrderFacts order={order} zone={zone} />
      </section>
      {order.customerPhone ? (
        <section className={styles.section} aria-labelledby="order-texts">
          <h2 id="order-texts">{m.order.texts.title}</h2>
          <OrderTexts order={order} zone={zone} />
        </section>
      ) : null}
      <section className={styles.section} aria-labelledby="order-history">
        <h2 id="order-history">{m.order.history.title}</h2>
        <OrderHistory order={order} zone={zone} />
        <PlanChanges order={order} zone={zone} />
      </section>
      <RefundDrawer order={order} open={isRefunding} onOpenChange={setRefunding} />
    </Stack>
  );
}

function PrintLinks({ orderId }: { orderId: string }) {
  const address = `/admin/orders/${orderId}/print`;
  return (
    <>
      <ButtonLink to={`${address}?what=ticket`}>{m.common.printTicket}</ButtonLink>
      <ButtonLink to={`${address}?what=receipt`}>{m.common.printReceipt}</ButtonLink>
    </>
  );
}

function Flags({ order }: { order: StaffOrder }) {
  const warnings = warningsOf(order);
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warning" title={m.common.pleaseCheck}>
      <ul className={styles.flags}>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Notice>
  );
}

function NoOrder() {
  return (
    <EmptyState
      headingLevel="h1"
      title={m.order.notFound}
      description={m.order.notFoundHint}
      action={<ButtonLink to="/admin/orders">{m.common.allOrders}</ButtonLink>}
    />
  );
}
