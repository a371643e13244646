import { orderZone } from "@/domain/orders/order-zone";
import { messages as m } from "@/messages";
import { RememberedNote } from "@/storefront/checkout/customer/remembered-note";
import { useWebApp } from "@/storefront/layout/use-web-app";
import { TellMe } from "@/storefront/push/tell-me";
import { dayUnlessToday } from "@/storefront/ticket/pickup-time";
import { CorrectContact } from "@/storefront/tracking/correct-contact";
import { classNames } from "@/ui/class-names";
import { ButtonLink } from "@/ui/controls/button";
import { AlertIcon, CheckIcon, InfoIcon } from "@/ui/icons/status-icons";
import { Row, Stack, Text } from "@/ui/layout";
import type { ConfirmedOrder, SmsStatus } from "./api";
import styles from "./confirmation.module.css";
import { FocusedHeading } from "./focused-heading";
import { OrderProgress } from "./order-progress";
import { OrderTicket } from "./order-ticket";
import { PickupBox } from "./pickup-box";
import { type SmsNotice, smsLine, smsNotice } from "./sms-texts";
import { useOrderSms } from "./use-order-sms";

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
  useWebApp(order.truck, order.trackingToken);
  return (
    <Stack gap={8} centered className={styles.page}>
      <Stack as="header" gap={2} className={styles.hero}>
        <FocusedHeading>{m.confirmation.title}</FocusedHeading>
        <p>{thanks(order)}</p>
        <SmsLine status={sms} />
      </Stack>
      <Stack gap={8} align="start" className={styles.columns}>
        <OrderTicket order={order} status={status} />
        <Stack gap={6}>
          <PickupBox
            estimate={order.estimatedPickupTime || order.pickupTime || null}
            timezone={orderZone(order)}
            place={order.place ?? null}
          />
          <OrderProgress sms={sms} order={order} />
          <NoticeBox {...smsNotice(sms)} />
          {order.trackingToken ? (
            <>
              <TellMe token={order.trackingToken} />
              <CorrectContact
                token={order.trackingToken}
                until={order.contactUntil}
                onCorrected={props.onNewToken}
              />
            </>
          ) : null}
          <RememberedNote />
          <Row as="nav" gap={3} aria-label={m.confirmation.next.title} className={styles.actions}>
            {order.trackingToken ? (
              <ButtonLink to={`/${slug}/order/${order.trackingToken}`} variant="primary">
                {m.confirmation.next.follow}
              </ButtonLink>
            ) : null}
            <ButtonLink to={`/${slug}`} variant={order.trackingToken ? "secondary" : "primary"}>
              {m.confirmation.next.orderAgain}
            </ButtonLink>
            <ButtonLink to="/">{m.common.browseTrucks}</ButtonLink>
          </Row>
        </Stack>
      </Stack>
    </Stack>
  );
}

/** The food of a pre-order is not being prepared yet, and its day is what to remember. */
function thanks(order: ConfirmedOrder): string {
  const estimate = order.estimatedPickupTime ?? order.pickupTime;
  const day = estimate ? dayUnlessToday(estimate, orderZone(order)) : null;
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
