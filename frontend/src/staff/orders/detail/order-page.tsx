import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useParams } from "react-router";
import type { StaffOrder } from "@/domain/api/staff-types";
import { isUnsent, numberOf } from "@/domain/offline/unsent-orders";
import { formatDate, formatTimeOfDay } from "@/domain/time/time-words";
import { orderZone } from "@/domain/time/wall-clock";
import { displayPhone } from "@/domain/values/phone";
import { messages as m } from "@/messages";
import { OrdersSkeleton } from "@/staff/orders/board/orders-skeleton";
import { LiveLoaded } from "@/staff/orders/live/connection-sound-and-printer-bars";
import { NewOrderWatch } from "@/staff/orders/live/new-orders";
import { RefundDrawer } from "@/staff/orders/refund/refund-drawer";
import { duePayOutsOf, PayOutList } from "@/staff/shared/due-refunds";
import { paymentBadges, statusBadges, warningsOf } from "@/staff/shared/order-badges-and-warnings";
import { pollWhileLost, useLiveStaffTruck } from "@/staff/shared/use-live-staff-truck";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Badge, type BadgeTone } from "@/ui/content/badge";
import { Button, ButtonLink } from "@/ui/controls/button";
import { EmptyState } from "@/ui/feedback/empty-and-error-states";
import { Notice } from "@/ui/feedback/notice";
import { showToast } from "@/ui/feedback/toast";
import { Card, Row, Stack, Text } from "@/ui/layout";
import { BackButton } from "@/ui/layout/back-button-and-return-to-list";
import { PageHeader } from "@/ui/layout/page-header";
import { CorrectContactDialog } from "@/ui/overlay/correct-contact-dialog";
import { isOrderMissing, orderQuery, useCorrectContact } from "./api";
import { authorOf, OrderChanges } from "./order-change-history";
import styles from "./order-detail.module.css";
import { OrderLines } from "./order-lines";
import { OrderPayments, TakePayment } from "./order-payments";
import { OrderStepButtons } from "./order-step-buttons";
import { PickupEstimate, wordReason } from "./pickup-estimate";
import { EmailReceipt, PrinterButtons } from "./receipt-email-and-printer-buttons";

export function OrderPage() {
  const { id = "" } = useParams();
  if (!isUnsent({ _id: id })) return <OrderDetail key={id} orderId={id} />;
  return (
    <Suspense fallback={<OrdersSkeleton />}>
      <UnsentOrderPage draftId={id} />
    </Suspense>
  );
}

const UnsentOrderPage = lazy(async () => ({
  default: (await import("@/staff/orders/unsent/unsent-drawer-and-order-page")).UnsentOrderPage,
}));

/** Everything about one order: what was ordered, the money, and every step with who took it. */
function OrderDetail({ orderId }: { orderId: string }) {
  const known = useQueryClient().getQueryData<StaffOrder>(orderQuery(orderId).queryKey);
  const live = useLiveStaffTruck(known?.truckId ?? null);
  const query = useQuery({ ...orderQuery(orderId), refetchInterval: pollWhileLost(live) });
  const order = query.data;
  useDocumentTitle(
    order ? m.common.orderNumber({ orderNumber: order.orderNumber }) : m.common.order,
  );
  if (!order && isOrderMissing(query.error)) return <NoOrder />;
  return (
    <>
      <PageHeader
        title={order ? titleOf(order) : m.common.order}
        description={order ? <Standing order={order} /> : undefined}
        back={<BackButton fallback="/admin/orders" />}
        actions={order ? <PrintLinks orderId={orderId} /> : undefined}
      />
      {order ? (
        <NewOrderWatch truckId={order.truckId} zone={order.truck.timezone} live={live} />
      ) : null}
      <LiveLoaded
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
      </LiveLoaded>
    </>
  );
}

/** What the customer heard comes first. */
function titleOf({ orderNumber, offlineNumber }: StaffOrder): string {
  return offlineNumber
    ? numberOf({ orderNumber, offlineNumber })
    : m.common.orderNumber({ orderNumber });
}

function Standing({ order }: { order: StaffOrder }) {
  const status = statusBadges()[order.status];
  const payment = paymentBadges()[order.paymentStatus];
  return (
    <Row as="span" gap={2} rowGap={1} align="center">
      <Badge tone={status.tone}>{status.label}</Badge>
      <Badge tone={payment.tone}>{payment.label}</Badge>
      <span>{order.truck.name}</span>
    </Row>
  );
}

function Content({ order, zone }: { order: StaffOrder; zone: string }) {
  const [isRefunding, setRefunding] = useState(false);
  return (
    <Stack gap={6} shrinks className={styles.screen}>
      <Flags order={order} />
      <PayOutList key={order._id} id={order._id} due={duePayOutsOf(order)} headingLevel="h2" />
      <OrderStepButtons order={order} />
      <Section aria-labelledby="order-pickup">
        <h2 id="order-pickup">{m.order.pickup.title}</h2>
        <PickupEstimate order={order} zone={zone} />
      </Section>
      <Section aria-labelledby="order-items">
        <h2 id="order-items">{m.common.items}</h2>
        <OrderLines order={order} />
        <PrinterButtons order={order} isTicket />
      </Section>
      <Section aria-labelledby="order-money">
        <Row gap={2} align="center" className={styles.headingRow}>
          <h2 id="order-money">{m.order.money.title}</h2>
          {order.refundable > 0 ? (
            <Button onClick={() => setRefunding(true)}>{m.common.refund}</Button>
          ) : null}
        </Row>
        <OrderPayments order={order} zone={zone} />
        <TakePayment order={order} />
        <PrinterButtons order={order} />
        <EmailReceipt order={order} />
      </Section>
      <Section aria-labelledby="order-customer">
        <Row gap={2} align="center" className={styles.headingRow}>
          <h2 id="order-customer">{m.common.customer}</h2>
          <ContactCorrection order={order} />
        </Row>
        <OrderFacts order={order} zone={zone} />
      </Section>
      {order.customerPhone ? (
        <Section aria-labelledby="order-texts">
          <h2 id="order-texts">{m.order.texts.title}</h2>
          <OrderTexts order={order} zone={zone} />
        </Section>
      ) : null}
      <Section aria-labelledby="order-history">
        <h2 id="order-history">{m.order.history.title}</h2>
        <OrderHistory order={order} zone={zone} />
        <OrderChanges order={order} zone={zone} />
      </Section>
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

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text as="dt" soft size="s">
        {name}
      </Text>
      <Text as="dd" breaks>
        {children}
      </Text>
    </div>
  );
}

/** Who ordered, when, and how to reach them. */
function OrderFacts({ order, zone }: { order: StaffOrder; zone: string }) {
  const placed = new Date(order.createdAt);
  const when = `${formatDate(placed, zone)}, ${formatTimeOfDay(placed, zone)}`;
  return (
    <Stack as="dl" gap={2} className={styles.facts}>
      <Fact name={m.common.name}>{order.customerName}</Fact>
      {order.customerPhone ? (
        <Fact name={m.common.phone}>
          <Row as="a" inline align="center" oneLine target href={`tel:${order.customerPhone}`}>
            {displayPhone(order.customerPhone)}
          </Row>
        </Fact>
      ) : null}
      {order.customerEmail ? (
        <Fact name={m.common.email}>
          <Row as="a" inline align="center" oneLine target href={`mailto:${order.customerEmail}`}>
            {order.customerEmail}
          </Row>
        </Fact>
      ) : null}
      <Fact name={m.order.facts.ordered}>
        {order.source === "counter"
          ? m.order.facts.placedAtCounter({ placed: when })
          : m.order.facts.placedOnline({ placed: when })}
      </Fact>
      {order.place ? (
        <Fact name={m.order.facts.pickedUp}>
          {[order.place.name, order.place.address].filter(Boolean).join(", ")}
        </Fact>
      ) : null}
      <Fact name={m.order.facts.customerView}>
        <Row as="a" inline align="center" oneLine target href={order.trackingPath}>
          {m.order.facts.trackingPage}
        </Row>
      </Fact>
    </Stack>
  );
}

/** Until the order is over, a phone or email that was typed wrong can be corrected. */
function ContactCorrection({ order }: { order: StaffOrder }) {
  const [isOpen, setOpen] = useState(false);
  const { mutateAsync } = useCorrectContact(order._id);
  if (order.status === "completed" || order.status === "cancelled") return null;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {m.order.facts.correctContact}
      </Button>
      <CorrectContactDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={m.order.facts.correctContact}
        known={{ phone: order.customerPhone ?? "", email: order.customerEmail ?? "" }}
        onSend={async (contact, key) => {
          const { version } = await mutateAsync({ contact, key });
          return version !== order.version;
        }}
        onCorrected={() => {
          setOpen(false);
          showToast({ type: "success", message: m.contact.saved });
        }}
      />
    </>
  );
}

/** Each status with when it was reached and by whom. */
function OrderHistory({ order, zone }: { order: StaffOrder; zone: string }) {
  if (order.history.length === 0)
    return (
      <Text soft size="s">
        {m.order.history.empty}
      </Text>
    );
  return (
    <Stack as="ol" gap={3} className={styles.history}>
      {order.history.map(({ status, at, by }) => (
        <li key={`${status}${at}`}>
          <strong>{statusBadges()[status].label}</strong>
          <Text as="span" soft size="s">
            {by ? `${authorOf(by)}, ` : ""}
            <time dateTime={at}>
              {formatDate(new Date(at), zone)}, {formatTimeOfDay(new Date(at), zone)}
            </time>
          </Text>
        </li>
      ))}
    </Stack>
  );
}

type OrderText = StaffOrder["messages"][number];

const kindLabels = (): Record<OrderText["kind"], string> => ({
  confirmed: m.order.texts.confirmed,
  preparing: m.order.texts.preparing,
  ready: m.common.readyForPickup,
  cancelled: m.order.texts.cancelled,
  refunded: m.common.moneyGivenBack,
  late: m.order.texts.late,
  moved: m.order.texts.moved,
  ends_early: m.order.texts.endsEarly,
  stop_cancelled: m.order.texts.stopCancelled,
  time_changed: m.order.changes.newTime,
});

const stateBadges = (): Record<OrderText["status"], { label: string; tone: BadgeTone }> => ({
  pending: { label: m.order.onItsWay, tone: "info" },
  sent: { label: m.order.sent, tone: "info" },
  delivered: { label: m.order.texts.delivered, tone: "good" },
  failed: { label: m.order.texts.notDelivered, tone: "danger" },
  skipped: { label: m.order.texts.notSent, tone: "neutral" },
});

/** What the customer was told by text, and what became of each. */
function OrderTexts({ order, zone }: { order: StaffOrder; zone: string }) {
  return (
    <>
      {order.smsOptedOut ? <p>{m.order.texts.optedOut}</p> : null}
      {order.messages.length === 0 ? (
        <Text soft size="s">
          {m.order.texts.empty}
        </Text>
      ) : null}
      <Stack as="ul" gap={3} className={styles.history}>
        {order.messages.map((text) => (
          <li key={`${text.kind} ${text.at}`}>
            <strong>{kindLabels()[text.kind]}</strong>
            <span>
              <Badge tone={stateBadges()[text.status].tone}>
                {stateBadges()[text.status].label}
              </Badge>
              <Text as="time" soft size="s" dateTime={text.at}>
                {formatDate(new Date(text.at), zone)}, {formatTimeOfDay(new Date(text.at), zone)}
              </Text>
            </span>
            {text.reason ? (
              <Text as="span" soft size="s">
                {wordReason(text)}
              </Text>
            ) : null}
          </li>
        ))}
      </Stack>
    </>
  );
}

function Section(props: { "aria-labelledby": string; children: ReactNode }) {
  return (
    <Card as="section" gap={3} shrinks padding={4} raised className={styles.section} {...props} />
  );
}
