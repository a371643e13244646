import type { StaffOrder } from "@/domain/api/admin-types";
import { formatDate, formatTimeOfDay } from "@/domain/values/time";
import { messages as m } from "@/messages";
import { Badge, type BadgeTone } from "@/ui/content/badge";
import styles from "./order-detail.module.css";

type Text = StaffOrder["messages"][number];

const KIND_LABELS: Record<Text["kind"], string> = {
  get confirmed() {
    return m.staff.ordersDetail.orderConfirmed;
  },
  get preparing() {
    return m.staff.ordersDetail.beingPrepared;
  },
  get ready() {
    return m.staff.ordersDetail.readyForPickup;
  },
  get cancelled() {
    return m.staff.ordersDetail.orderCancelled;
  },
  get refunded() {
    return m.staff.ordersDetail.moneyGivenBack;
  },
};

const STATE_BADGES: Record<Text["status"], { label: string; tone: BadgeTone }> = {
  pending: {
    get label() {
      return m.staff.ordersDetail.onItsWay;
    },
    tone: "info",
  },
  sent: {
    get label() {
      return m.staff.ordersDetail.sent;
    },
    tone: "info",
  },
  delivered: {
    get label() {
      return m.staff.ordersDetail.delivered;
    },
    tone: "good",
  },
  failed: {
    get label() {
      return m.staff.ordersDetail.notDelivered;
    },
    tone: "danger",
  },
  skipped: {
    get label() {
      return m.staff.ordersDetail.notSent;
    },
    tone: "neutral",
  },
};

/** What the customer was told by text, and what became of each. */
export function OrderTexts({ order, zone }: { order: StaffOrder; zone: string }) {
  return (
    <>
      {order.smsOptedOut ? <p>{m.staff.ordersDetail.thisCustomerHasRepliedStop}</p> : null}
      {order.messages.length === 0 ? (
        <p className={styles.soft}>{m.staff.ordersDetail.noTextHasGoneOut}</p>
      ) : null}
      <ul className={styles.history}>
        {order.messages.map((text) => (
          <li key={text.kind}>
            <strong>{KIND_LABELS[text.kind]}</strong>
            <span className={styles.roleLabel}>
              <Badge tone={STATE_BADGES[text.status].tone}>{STATE_BADGES[text.status].label}</Badge>
              <time className={styles.soft} dateTime={text.at}>
                {formatDate(new Date(text.at), zone)}, {formatTimeOfDay(new Date(text.at), zone)}
              </time>
            </span>
            {text.reason ? <span className={styles.soft}>{text.reason}</span> : null}
          </li>
        ))}
      </ul>
    </>
  );
}
