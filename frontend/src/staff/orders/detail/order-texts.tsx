import type { StaffOrder } from "@/domain/api/admin-types";
import { formatDate, formatTimeOfDay } from "@/domain/values/time";
import { Badge, type BadgeTone } from "@/ui/content/badge";
import styles from "./order-detail.module.css";

type Text = StaffOrder["messages"][number];

const KIND_LABELS: Record<Text["kind"], string> = {
  confirmed: "Order confirmed",
  preparing: "Being prepared",
  ready: "Ready for pickup",
  cancelled: "Order cancelled",
  refunded: "Money given back",
};

const STATE_BADGES: Record<Text["status"], { label: string; tone: BadgeTone }> = {
  pending: { label: "On its way", tone: "info" },
  sent: { label: "Sent", tone: "info" },
  delivered: { label: "Delivered", tone: "good" },
  failed: { label: "Not delivered", tone: "danger" },
  skipped: { label: "Not sent", tone: "neutral" },
};

/** What the customer was told by text, and what became of each. */
export function OrderTexts({ order, zone }: { order: StaffOrder; zone: string }) {
  return (
    <>
      {order.smsOptedOut ? (
        <p>
          This customer has replied STOP and gets no texts. Please call when the order is ready.
        </p>
      ) : null}
      {order.messages.length === 0 ? <p className={styles.soft}>No text has gone out.</p> : null}
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
