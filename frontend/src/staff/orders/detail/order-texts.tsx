import type { StaffOrder } from "@/domain/api/admin-types";
import { formatDate } from "@/domain/time/dates";
import { formatTimeOfDay } from "@/domain/time/time";
import { messages as m } from "@/messages";
import { Badge, type BadgeTone } from "@/ui/content/badge";
import styles from "./order-detail.module.css";

type Text = StaffOrder["messages"][number];

const kindLabels = (): Record<Text["kind"], string> => ({
  confirmed: m.staff.ordersDetail.orderConfirmed,
  preparing: m.staff.ordersDetail.beingPrepared,
  ready: m.staff.ordersDetail.readyForPickup,
  cancelled: m.staff.ordersDetail.orderCancelled,
  refunded: m.staff.ordersDetail.moneyGivenBack,
  late: m.staff.ordersDetail.toldLate,
  moved: m.staff.ordersDetail.toldMoved,
  ends_early: m.staff.ordersDetail.toldEndsEarly,
  stop_cancelled: m.staff.ordersDetail.toldStopCancelled,
  time_changed: m.staff.ordersDetail.planTimeChanged,
});

const stateBadges = (): Record<Text["status"], { label: string; tone: BadgeTone }> => ({
  pending: { label: m.staff.ordersDetail.onItsWay, tone: "info" },
  sent: { label: m.staff.ordersDetail.sent, tone: "info" },
  delivered: { label: m.staff.ordersDetail.delivered, tone: "good" },
  failed: { label: m.staff.ordersDetail.notDelivered, tone: "danger" },
  skipped: { label: m.staff.ordersDetail.notSent, tone: "neutral" },
});

/** Why a text has not arrived; in the server's words where an older release has stored others. */
function wordReason({ reason, reasonCode }: Text): string | null {
  return reasonCode ? m.staff.ordersDetail.textReasons[reasonCode] : reason;
}

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
          <li key={`${text.kind} ${text.at}`}>
            <strong>{kindLabels()[text.kind]}</strong>
            <span className={styles.roleLabel}>
              <Badge tone={stateBadges()[text.status].tone}>
                {stateBadges()[text.status].label}
              </Badge>
              <time className={styles.soft} dateTime={text.at}>
                {formatDate(new Date(text.at), zone)}, {formatTimeOfDay(new Date(text.at), zone)}
              </time>
            </span>
            {text.reason ? <span className={styles.soft}>{wordReason(text)}</span> : null}
          </li>
        ))}
      </ul>
    </>
  );
}
