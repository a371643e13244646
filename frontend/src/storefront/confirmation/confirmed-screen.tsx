import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { readyBy } from "@/domain/time/pickup-words";
import { presentTime } from "@/domain/time/server-clock";
import { dayUnlessToday } from "@/domain/time/time-words";
import { orderZone, parseInstant } from "@/domain/time/wall-clock";
import { cityOf } from "@/domain/trucks/city-and-distance";
import { dollarsToCents } from "@/domain/values/money";
import { messages as m } from "@/messages";
import { RememberedNote } from "@/storefront/checkout/remember-me";
import { MapLink } from "@/storefront/directions/map-link";
import { useTruckManifest } from "@/storefront/layout/use-truck-manifest-and-hue";
import { orderPath, truckPath } from "@/storefront/page-paths";
import { PushSwitches } from "@/storefront/push/push-switches-and-devices";
import { TicketItems, TicketPaper, TicketSums } from "@/storefront/ticket/ticket-and-receipt";
import { CorrectContact } from "@/storefront/tracking/correct-contact";
import { statusMessage } from "@/storefront/tracking/status-and-payment-words";
import { classNames } from "@/ui/class-names";
import { Price } from "@/ui/content/price";
import { ButtonLink } from "@/ui/controls/button";
import { AlertIcon, CheckIcon, InfoIcon, PinIcon } from "@/ui/icons/first-page-icons";
import { Row, Stack, Text } from "@/ui/layout";
import styles from "./confirmation.module.css";
import {
  type SmsNotice,
  type SmsStatus,
  smsLine,
  smsNotice,
  useOrderSms,
} from "./confirmation-sms";
import type { ConfirmedOrder } from "./payment-verification";

interface ConfirmedScreenProps {
  slug: string;
  paymentIntentId: string;
  /** The payment provider's word. */
  status: string;
  order: ConfirmedOrder;
  onNewToken: (token: string) => void;
}

export function ConfirmedScreen(props: ConfirmedScreenProps) {
  const { slug, paymentIntentId, status, order } = props;
  const sms = useOrderSms(paymentIntentId, order);
  useTruckManifest(order.truck, order.trackingToken);
  return (
    <Stack gap={8} centered className={styles.page}>
      <Stack as="header" gap={2} className={styles.hero}>
        <FocusedHeading>{m.confirmation.title}</FocusedHeading>
        <p>{thanks(order)}</p>
        <SmsLine status={sms} />
      </Stack>
      <Stack gap={8} align="start" className={styles.columns}>
        <Stack gap={5}>
          <PickupBox
            number={order.orderNumber}
            estimate={order.estimatedPickupTime || order.pickupTime || null}
            timezone={orderZone(order)}
            place={pickupPlace(order)}
          />
          {order.trackingToken ? (
            <ButtonLink to={orderPath(slug, order.trackingToken)} variant="primary">
              {m.confirmation.next.follow}
            </ButtonLink>
          ) : null}
          <OrderTicket order={order} status={status} />
        </Stack>
        <Stack gap={6}>
          <OrderProgress sms={sms} order={order} />
          <NoticeBox {...smsNotice(sms)} />
          {order.trackingToken ? (
            <>
              <PushSwitches token={order.trackingToken} />
              <CorrectContact
                token={order.trackingToken}
                until={order.contactUntil}
                onCorrected={props.onNewToken}
              />
            </>
          ) : null}
          <RememberedNote />
          <Row as="nav" gap={3} aria-label={m.confirmation.next.title} className={styles.actions}>
            <ButtonLink
              to={truckPath(slug)}
              variant={order.trackingToken ? "secondary" : "primary"}
            >
              {m.confirmation.next.orderAgain}
            </ButtonLink>
            <ButtonLink to="/">{m.common.browseTrucks}</ButtonLink>
          </Row>
        </Stack>
      </Stack>
    </Stack>
  );
}

/** Where to pick up, and what the map shows: the place of the stop, or the town of a truck without stops. */
function pickupPlace({ place, position, truck }: ConfirmedOrder): PickupPlace | null {
  const { latitude, longitude } = position ?? { latitude: null, longitude: null };
  if (place) {
    const said = [m.confirmation.order.place({ place: place.name }), place.address];
    return { said, target: { ...place, latitude, longitude } };
  }
  const town = cityOf(truck);
  if (!town) return null;
  return { said: [town], target: { name: truck.name, address: town, latitude, longitude } };
}

interface PickupPlace {
  /** Name and address, each in its line; either may be empty. */
  said: string[];
  target: ComponentProps<typeof MapLink>["place"];
}

const PREPARED_AHEAD_MS = 2 * 60 * 60 * 1000;

/** The food of a pre-order is not being prepared yet, and its day is what to remember. Midnight alone makes no day. */
function thanks(order: ConfirmedOrder): string {
  const instant = parseInstant(order.estimatedPickupTime ?? order.pickupTime);
  const isNow = instant && Math.abs(+instant - +presentTime()) < PREPARED_AHEAD_MS;
  const day = instant && !isNow && dayUnlessToday(instant, orderZone(order), presentTime());
  return day ? m.confirmation.leadOnDay({ day }) : m.confirmation.lead;
}

function SmsLine({ status }: { status: SmsStatus }) {
  const line = smsLine(status);
  return (
    <Text soft weight={600} role="status" className={styles.smsLine}>
      {line}
    </Text>
  );
}

function NoticeBox({ tone, title, text }: SmsNotice) {
  const Icon = { info: InfoIcon, good: CheckIcon, warning: AlertIcon }[tone];
  return (
    <section
      aria-label={m.confirmation.sms.title}
      className={classNames(styles.notice, styles[tone])}
    >
      <Icon />
      <div>
        <Text weight={700}>{title}</Text>
        <p>{text}</p>
      </div>
    </section>
  );
}

/** The order as a ticket that prints out of a slot. */
function OrderTicket({ order, status }: { order: ConfirmedOrder; status: string }) {
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

interface PickupBoxProps {
  number: ConfirmedOrder["orderNumber"];
  /** An instant, or any text, which is shown as it is. */
  estimate: string | null;
  timezone: string;
  place: PickupPlace | null;
}

function PickupBox({ number, estimate, timezone, place }: PickupBoxProps) {
  const { when, day } = readyBy(estimate, timezone);
  return (
    <Stack
      as="section"
      gap={1}
      padding={5}
      radius="card"
      aria-labelledby="estimated-pickup"
      className={styles.pickup}
    >
      <Text as="h2" size="l" id="estimated-pickup">
        {m.confirmation.order.pickup}
      </Text>
      <Text size="2xl" weight={800} face="display" leading={1.15}>
        {when}
      </Text>
      <Text weight={650}>{m.confirmation.order.called({ number })}</Text>
      {day ? <p>{day}</p> : null}
      {place?.said.filter(Boolean).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {place ? (
        <div>
          <MapLink place={place.target}>
            <PinIcon size={18} /> {m.tracking.place.map}
          </MapLink>
        </div>
      ) : null}
    </Stack>
  );
}

type Stage = "done" | "now" | "next";

const stageLabels = (): Record<Stage, string> => ({
  done: m.common.done,
  now: m.confirmation.progress.current,
  next: m.confirmation.progress.coming,
});

/** How far kitchen and pickup are, by the status of the order. */
const STAGES: Record<ConfirmedOrder["status"], { kitchen: Stage; pickup: Stage }> = {
  pending: { kitchen: "next", pickup: "next" },
  confirmed: { kitchen: "next", pickup: "next" },
  preparing: { kitchen: "now", pickup: "next" },
  ready: { kitchen: "done", pickup: "now" },
  completed: { kitchen: "done", pickup: "done" },
  cancelled: { kitchen: "next", pickup: "next" },
};

/** The way of the order from the payment to the pickup. */
function OrderProgress({ sms, order }: { sms: SmsStatus; order: ConfirmedOrder }) {
  const textSent = sms === "sent";
  const { kitchen, pickup } = STAGES[order.status];
  const steps: [string, Stage][] = [
    [m.confirmation.progress.payment, "done"],
    [m.confirmation.progress.kitchen, kitchen],
    [
      textSent ? m.confirmation.progress.smsSent : m.confirmation.progress.smsActive,
      textSent ? "done" : "now",
    ],
    [m.confirmation.progress.pickupAlert, pickup],
  ];
  return (
    <Stack as="section" gap={3} aria-labelledby="order-progress">
      <Text as="h2" size="l" id="order-progress">
        {m.confirmation.progress.title}
      </Text>
      <p>{statusMessage(order)}</p>
      <Stack as="ol">
        {steps.map(([name, stage]) => (
          <Row
            key={name}
            as="li"
            gap={3}
            align="center"
            oneLine
            target
            className={classNames(styles.stage, styles[stage])}
          >
            <span aria-hidden="true" className={styles.mark}>
              {stage === "done" ? <CheckIcon size={16} /> : null}
            </span>
            <span>{name}</span>
            <span className="visually-hidden">: {stageLabels()[stage]}</span>
          </Row>
        ))}
      </Stack>
    </Stack>
  );
}

/** The heading of a state that has just replaced another one; it takes the focus. */
export function FocusedHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
