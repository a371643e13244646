import type { StaffOrder } from "@/domain/api/admin-types";
import { formatDate } from "@/domain/time/dates";
import { formatTimeOfDay } from "@/domain/time/time";
import { messages as m } from "@/messages";
import { Badge, type BadgeTone } from "@/ui/content/badge";
import { Stack, Text } from "@/ui/layout";
import styles from "./order-detail.module.css";

type OrderText = StaffOrder["messages"][number];

const kindLabels = (): Record<OrderText["kind"], string> => ({
  confirmed: m.common.orderConfirmed,
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

/** Why a text has not arrived; in the server's words where an older release has stored others. */
function wordReason({ reason, reasonCode }: OrderText): string | null {
  return reasonCode ? m.order.textReasons[reasonCode] : reason;
}

/** What the customer was told by text, and what became of each. */
export function OrderTexts({ order, zone }: { order: StaffOrder; zone: string }) {
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
